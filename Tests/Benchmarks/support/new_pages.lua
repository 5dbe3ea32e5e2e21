-- Requests a page that is not cached: each starts one row after the page before it.

local number = 0

function request()
  number = number + 1
  return wrk.format("GET", string.format("/?limit=50&offset=%d", number % 10000))
end
