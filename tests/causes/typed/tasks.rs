//! tokio: time limits and tasks.

use std::time::Duration;

use super::holds;

#[tokio::test]
async fn a_time_limit_of_ones_own_leaves_the_call_in_doubt() {
    let elapsed = tokio::time::timeout(Duration::from_millis(1), std::future::pending::<()>())
        .await
        .unwrap_err();
    holds("Elapsed", &elapsed, "transient unknown r-k: tokio time limit ran out");
}

/// It quotes the panic, and the panic may quote anything.
#[tokio::test]
async fn a_panic_is_a_bug_whatever_it_quotes() {
    let task = tokio::spawn(async { panic!("connection timed out: temporary failure, please retry") });
    holds(
        "panic",
        &task.await.unwrap_err(),
        "internal unknown ---: tokio task panicked",
    );
}

#[tokio::test]
async fn a_task_that_was_called_off_is_not_started_again() {
    let task = tokio::spawn(std::future::pending::<()>());
    task.abort();
    holds(
        "abort",
        &task.await.unwrap_err(),
        "cancelled unknown ---: tokio task was cancelled",
    );
}

#[tokio::test]
async fn an_answer_that_nobody_will_give_is_not_waited_for_again() {
    let (sender, receiver) = tokio::sync::oneshot::channel::<()>();
    drop(sender);
    holds(
        "oneshot",
        &receiver.await.unwrap_err(),
        "internal unknown ---: tokio nobody is left to answer",
    );
    let semaphore = tokio::sync::Semaphore::new(1);
    semaphore.close();
    let closed = semaphore.acquire().await.unwrap_err();
    holds("semaphore", &closed, "transient no ---: tokio semaphore was closed");
}
