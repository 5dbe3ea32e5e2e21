-- Requests a list that is not cached: each starts one row after the list before it.

local number = 0

function request()
  number = number + 1
  return wrk.format("GET", string.format("%s&offset=%d", wrk.path, number % 10000))
end
