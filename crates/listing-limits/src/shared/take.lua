-- Decides about a request of a key, and counts it if it is accepted.
--
-- KEYS[1]  the moments of the key's accepted requests in microseconds, oldest
--          first. A list, because two requests of one microsecond are two.
-- ARGV[1]  how many are accepted in any window
-- ARGV[2]  the window in microseconds
-- ARGV[3]  '1' to count the request, '0' to look only
-- ARGV[4]  the moment, else it is Redis's own: one clock for all instances
--
-- Answers with the requests that count now, the time until the next one is
-- accepted (-1: it is now), and the time until none counts.
local key = KEYS[1]
local limit = tonumber(ARGV[1])
local window = tonumber(ARGV[2])
local now = tonumber(ARGV[4])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000000 + tonumber(time[2])
end
-- Lua's own way to write numbers this large drops digits.
local written = string.format('%.0f', now)

local function moment(index)
  return tonumber(redis.call('LINDEX', key, index))
end

local oldest = moment(0)
while oldest and now - oldest >= window do
  redis.call('LPOP', key)
  oldest = moment(0)
end

-- A clock that was set back makes no room, but it must not lock a key up until
-- its old time comes again: what seems to lie ahead is now.
local index = -1
local newest = moment(index)
while newest and newest > now do
  redis.call('LSET', key, index, written)
  index = index - 1
  newest = moment(index)
end

local used = redis.call('LLEN', key)
local retry = -1
if used >= limit then
  -- Room is made when the last one that is too many leaves; with a limit of
  -- zero none that leaves makes room.
  local leaving = moment(used - limit)
  retry = leaving and leaving + window - now or window
elseif ARGV[3] == '1' then
  redis.call('RPUSH', key, written)
  redis.call('PEXPIRE', key, math.ceil(window / 1000) + 1000)
  used = used + 1
end

newest = moment(-1)
return { used, retry, newest and newest + window - now or 0 }
