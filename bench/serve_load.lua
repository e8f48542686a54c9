-- Requests for wrk: random positions of up to 3 pieces, seeded; serve_load.sh says how it is run.
-- Counts what is not answered with 200, beside what wrk counts itself.
local kinds = {{"K", "K", "k"}, {"K", "k"}, {"K", "m"}, {"K", "K", "m"}}
local paths = {}

local function square(row_from, row_to, taken)
   while true do
      local name = string.char(96 + math.random(1, 8)) .. math.random(row_from, row_to)
      if not taken[name] then
         taken[name] = true
         return name
      end
   end
end

function init(args)
   math.randomseed(20240607)
   for i = 1, 1000 do
      local taken, white, black = {}, {}, {}
      for _, piece in ipairs(kinds[i % #kinds + 1]) do
         if piece == "K" then
            white[#white + 1] = "K" .. square(1, 8, taken)
         elseif piece == "k" then
            black[#black + 1] = "K" .. square(1, 8, taken)
         else
            black[#black + 1] = square(2, 8, taken)
         end
      end
      local side = math.random(2) == 1 and "W" or "B"
      paths[i] = "/api/v1/probe?fen=" .. side .. ":W" .. table.concat(white, ",") .. ":B" .. table.concat(black, ",")
   end
end

local next_path = 0
function request()
   next_path = next_path % #paths + 1
   return wrk.format("GET", paths[next_path])
end

local threads = {}
function setup(thread)
   table.insert(threads, thread)
end

not_ok = 0
function response(status)
   if status ~= 200 then
      not_ok = not_ok + 1
   end
end

function done(summary)
   local errors = 0
   for _, thread in ipairs(threads) do
      errors = errors + thread:get("not_ok")
   end
   for _, kind in ipairs({"connect", "read", "write", "timeout"}) do
      errors = errors + summary.errors[kind]
   end
   io.write(string.format("probes/s: %.0f  errors: %d\n", summary.requests / (summary.duration / 1e6), errors))
end
