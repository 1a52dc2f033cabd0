import { reportedTime } from '@ultimate/events/language/reported-time.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { isBegun } from '@ultimate/events/tournament/weekend/captain-entry.ts'
import { enterScoreDecider, gameStream, otherSide, type SideName } from '@ultimate/events/tournament/weekend/game.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { giveSpiritDecider, spiritStream } from '@ultimate/events/tournament/weekend/spirit.ts'
import { type CommandRequest, commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { findOpenBid, openBid } from '../read/open-bid.ts'
import { readSpirit, showOwnGame } from '../read/spirit.view.ts'
import { findSide, readWeekend, showPublicGames, type WeekendState } from '../read/weekend.query.ts'
import type { OwnBidLinks } from '../secrets/bid-links.ts'
import { requestLinks } from './address-confirmation.route.ts'
import { readGameFacts } from './games.route.ts'

export const myTeamRoutes = (platform: Platform, bidLinks: OwnBidLinks): Route[] => [
  openMyTeamRoute(platform, bidLinks),
  requestMyTeamLinkRoute(platform),
  readMyTeamRoute(platform, bidLinks),
  enterScoreRoute(platform, bidLinks),
  giveSpiritRoute(platform, bidLinks),
]

/** The cookie holds the token of the private link. Each call checks the token, so a link that was revoked opens nothing. */
const cookieName = 'captain'
/** The longest time that browsers store a cookie. */
const lifetimeSeconds = 400 * 24 * 60 * 60

const showTeam = ({ id, division, bid: { teamName: name } }: OwnBid) => ({ id, name, division })

function openMyTeamRoute({ current }: Platform, links: OwnBidLinks): Route {
  return route(tournamentApi.openMyTeam, async ({ body: { token } }, { setCookie }) => {
    const { own } = await openBid(current, links, token)
    setCookie(cookieName, token, { maxAgeSeconds: lifetimeSeconds, sameSite: 'Strict' })
    return { status: 200, body: { team: showTeam(own) } }
  })
}

/** Returns the bid whose link this device has opened. */
async function requireOwnBid(links: OwnBidLinks, { current, cookie }: Pick<CommandRequest, 'current' | 'cookie'>) {
  const token = cookie(cookieName)
  const own = token === undefined ? null : await findOpenBid(current, links, token)
  return own ?? platformErrors.fail('NO_TOKEN')
}

function requestMyTeamLinkRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.requestMyTeamLink, async ({ body: { email } }, context) => {
    await requestLinks(email, context)
    return { status: 202, body: {} }
  })
}

function readMyTeamRoute({ current }: Platform, links: OwnBidLinks): Route {
  return route(tournamentApi.readMyTeam, async (_, { cookie }) => {
    const own = await requireOwnBid(links, { current, cookie })
    const spirit = await readSpirit(current)
    const games = showPublicGames(spirit.state).flatMap((game) => {
      const side = findSide(game, own.id)
      return side ? [showOwnGame(game, side, spirit)] : []
    })
    const fields = spirit.state.schedule.published?.settings.fields ?? []
    return { status: 200, body: { team: showTeam(own), fields: [...fields], games } }
  })
}

interface OwnSide {
  readonly team: string
  readonly side: SideName
  readonly game: Game
}

/** Returns a public game with the side of the captain. */
function requireOwnGame(state: WeekendState, id: string, team: string): OwnSide {
  const game = showPublicGames(state).find((one) => one.id === id) ?? tournamentErrors.fail('GAME_NOT_FOUND')
  // The link of another team must not show that this bracket game exists already.
  if (!game.home.team && !game.away.team) return tournamentErrors.fail('GAME_NOT_READY')
  const side = findSide(game, team) ?? platformErrors.fail('FORBIDDEN')
  return { team, side, game }
}

async function answerOwnGame(current: Edition, { team, game: { id } }: OwnSide) {
  const spirit = await readSpirit(current)
  const { side, game } = requireOwnGame(spirit.state, id, team)
  return { status: 200, body: { game: showOwnGame(game, side, spirit) } }
}

/** Returns the game with the facts that its decisions need. */
async function readOwnGame(links: OwnBidLinks, id: string, context: CommandRequest) {
  const { id: team } = await requireOwnBid(links, context)
  const state = await readWeekend(context.current)
  return { ...requireOwnGame(state, id, team), facts: readGameFacts(state, id) }
}

function enterScoreRoute(platform: Platform, links: OwnBidLinks): Route {
  return commandRoute(platform, tournamentApi.enterScore, async ({ params: { id }, body }, context) => {
    const { send, current, commandContext } = context
    const { home, away, at: sent } = body
    const own = await readOwnGame(links, id, context)
    const { at } = reportedTime(sent, { now: commandContext.now })
    const data = { side: own.side, score: { home, away }, at: at?.toISOString(), game: own.facts }
    await send(enterScoreDecider, gameStream(id), { type: 'EnterScore', data }, { context: { happenedAt: at } })
    return answerOwnGame(current, own)
  })
}

function giveSpiritRoute(platform: Platform, links: OwnBidLinks): Route {
  return commandRoute(platform, tournamentApi.giveSpirit, async ({ params: { id }, body }, context) => {
    const { send, current, commandContext } = context
    const { now } = commandContext
    const { at, ...scores } = body
    const own = await readOwnGame(links, id, context)
    const { team, game, side, facts } = own
    const opponent = game[otherSide(side)].team?.id ?? tournamentErrors.fail('GAME_NOT_READY')
    const data = { game: facts.name, team, sheet: { opponent, ...scores }, isBegun: isBegun(game, now.getTime()) }
    const options = { context: { happenedAt: reportedTime(at, { now }).at } }
    await send(giveSpiritDecider, spiritStream({ game: id, team }), { type: 'GiveSpirit', data }, options)
    return answerOwnGame(current, own)
  })
}
