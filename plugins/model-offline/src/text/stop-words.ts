/** Words that say nothing about what a question is about. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about actually after all also am an and any anyone anything are around as at available away be because been before
  being best between but by came can cannot could d did do does doesn doing don done each either else etc even ever every
  example find for from further gave get gets getting give given go goes going good got had happen happens has have having
  he hello help her here hey hi him his how however i if in instead into is isn it its itself just kind know let like ll
  look lot made make makes many may maybe me mean might more most much must my myself need needed needs no nor not now of
  off often ok on once one only onto or other our out over own please possible quite rather re really right s same say says
  see shall she should show so some someone something such sure t take tell than thank thanks that the their them then
  there these they thing things this those through thus to together too under until up upon us use used uses using various
  ve very via want wants was way ways we well were what whatever when where whether which while who whole whom whose why
  will with within without won would yes yet you your yours`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
