-- Says that an instance lives, and counts those that do.
--
-- KEYS[1]  the instances, by when they were last heard of, in milliseconds
-- ARGV[1]  the instance
-- ARGV[2]  for how long an instance lives that is not heard of, in milliseconds
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%.0f', now - tonumber(ARGV[2])))
-- A clock that was set back would keep the dead of its old time alive.
redis.call('ZREMRANGEBYSCORE', KEYS[1], string.format('(%.0f', now), '+inf')
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
