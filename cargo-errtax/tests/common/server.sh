# An MCP server that offers what the file tools/list says, in the folder it is started in. Each line of the protocol is one
# case, so that a test can put another one before it.
reads=0
starts=$(cat starts 2>/dev/null || echo 0)
starts=$((starts + 1))
[ ! -f count-starts ] || echo "$starts" >starts
result() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
while IFS= read -r line; do
  id=${line#*\"id\":}
  id=${id%%[,\}]*}
  case $line in
    *'"initialize"'*)
      result '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}'
      ;;
    *'"tools/list"'*)
      case $line in *'"cursor"'*) page=-next ;; *) page= reads=$((reads + 1)) ;; esac
      file=tools/list$page
      [ "$reads" -lt 2 ] || [ ! -f tools/list-again ] || file=tools/list-again
      [ "$starts" -lt 2 ] || [ ! -f tools/list-restarted ] || file=tools/list-restarted
      result "$(tr -d '\n' <"$file")"
      ;;
  esac
done
