/**
 * The rule of `takeLimits` of core, inside Redis: all limits of a request in one step.
 *
 * KEYS: one a request, a hash whose fields are the uses of a window (`<start>`) and what is set aside in it
 * (`h<start>`: id, cost and end of each, by MessagePack, because the JSON of Redis rounds to 14 digits).
 * ARGV: the time in ms, or an empty string for the clock of Redis, which all servers share; then for each request
 * max, length of the window in ms (0: calendar month in UTC), cost, id of the hold or an empty string, ms of the hold.
 * Answers: index of the request that has no room, from 1, or 0; then used and end of the window for each request.
 *
 * Redis deletes a key a minute after its last window: a clock that is set back finds its counts again.
 */
export const TAKE_SCRIPT = `
local STEP_BACK = 60000
local DAY = 86400000

local function number(value) return string.format('%.0f', value) end

-- Days since the epoch and the year and month of a date (Howard Hinnant, chrono-compatible date algorithms).
local function daysOf(year, month)
  if month > 12 then year, month = year + 1, 1 end
  if month <= 2 then year = year - 1 end
  local era = math.floor(year / 400)
  local yoe = year - era * 400
  local doy = math.floor((153 * (month + (month > 2 and -3 or 9)) + 2) / 5)
  return era * 146097 + yoe * 365 + math.floor(yoe / 4) - math.floor(yoe / 100) + doy - 719468
end

local function monthOf(day)
  local z = day + 719468
  local era = math.floor(z / 146097)
  local doe = z - era * 146097
  local yoe = math.floor((doe - math.floor(doe / 1460) + math.floor(doe / 36524) - math.floor(doe / 146096)) / 365)
  local doy = doe - (365 * yoe + math.floor(yoe / 4) - math.floor(yoe / 100))
  local mp = math.floor((5 * doy + 2) / 153)
  local month = mp < 10 and mp + 3 or mp - 9
  return yoe + era * 400 + (month <= 2 and 1 or 0), month
end

local function windowAt(length, now)
  if length > 0 then
    local start = math.floor(now / length) * length
    return start, start + length
  end
  local year, month = monthOf(math.floor(now / DAY))
  return daysOf(year, month) * DAY, daysOf(year, month + 1) * DAY
end

local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function usedOf(counter, without)
  local used = counter.used
  if counter.holds then
    for at = 1, #counter.holds, 3 do
      if counter.holds[at + 2] > now and counter.holds[at] ~= without then used = used + counter.holds[at + 1] end
    end
  end
  return used
end

local counters, known, refused = {}, {}, 0
for index, key in ipairs(KEYS) do
  local at = 2 + (index - 1) * 5
  local counter = known[key]
  if not counter then
    local length = tonumber(ARGV[at + 1])
    local start, ends = windowAt(length, now)
    local field = number(start)
    local stored = redis.call('HMGET', key, field, 'h' .. field)
    counter = { key = key, length = length, field = field, ends = ends, used = tonumber(stored[1] or 0) }
    counter.isNew = not stored[1] and not stored[2]
    if stored[2] then counter.holds = cmsgpack.unpack(stored[2]) end
    known[key] = counter
  end
  counters[index] = counter
end

-- Changes are made in memory first: a refusal leaves Redis as it was.
local before = {}
for index, counter in ipairs(counters) do
  local at = 2 + (index - 1) * 5
  local max, cost, id = tonumber(ARGV[at]), tonumber(ARGV[at + 2]), ARGV[at + 3]
  if not before[counter.key] then before[counter.key] = { used = counter.used, holds = counter.holds } end
  if usedOf(counter, id ~= '' and id or nil) + cost > max then
    refused = index
    break
  end
  if id == '' then
    counter.used = counter.used + cost
    counter.usedChanged = counter.usedChanged or cost > 0
  else
    local kept = {}
    for hold = 1, #(counter.holds or {}), 3 do
      if counter.holds[hold] ~= id and counter.holds[hold + 2] > now then
        for part = hold, hold + 2 do kept[#kept + 1] = counter.holds[part] end
      end
    end
    if cost > 0 then
      kept[#kept + 1] = id
      kept[#kept + 1] = cost
      kept[#kept + 1] = now + tonumber(ARGV[at + 4])
    end
    counter.holds = kept
    counter.holdsChanged = true
  end
end

if refused > 0 then
  for _, counter in pairs(known) do
    local was = before[counter.key]
    if was then counter.used, counter.holds = was.used, was.holds end
  end
else
  for _, counter in pairs(known) do
    if counter.usedChanged then redis.call('HSET', counter.key, counter.field, number(counter.used)) end
    if counter.holdsChanged then
      if #counter.holds == 0 then
        redis.call('HDEL', counter.key, 'h' .. counter.field)
      else
        redis.call('HSET', counter.key, 'h' .. counter.field, cmsgpack.pack(counter.holds))
      end
    end
    if counter.isNew and (counter.usedChanged or counter.holdsChanged) then
      for _, field in ipairs(redis.call('HKEYS', counter.key)) do
        local _, ends = windowAt(counter.length, tonumber((string.gsub(field, 'h', ''))))
        if ends + STEP_BACK <= now then redis.call('HDEL', counter.key, field) end
      end
      local ttl = counter.ends + STEP_BACK - now
      if redis.call('PTTL', counter.key) < ttl then redis.call('PEXPIRE', counter.key, number(ttl)) end
    end
  end
end

local reply = { refused }
for _, counter in ipairs(counters) do
  reply[#reply + 1] = usedOf(counter)
  reply[#reply + 1] = counter.ends
end
return reply
`
