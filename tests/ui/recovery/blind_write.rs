//! A write of which nothing tells what became of it has no `run`, and what can be recovered has no other.

use errtax::recovery::{Answer, Call, SharedTask, Tool};

static POST: Tool = Tool::write("post_voucher");
static GET: Tool = Tool::read("get_voucher");

fn main() {
    let task = SharedTask::new("close march");
    let _ = task.call_blocking(Call::new(&POST), |_| Answer::ok(())).run();
    let read = Call::new(&GET).repeatable().unwrap();
    let _ = task.call_blocking(read, |_| Answer::ok(())).run_once();
}
