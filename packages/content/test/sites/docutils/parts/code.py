import os
# begin
pool = 1
# end
pool = 2
