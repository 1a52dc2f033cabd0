import { createHash } from 'node:crypto'
import { bySystem, type CommandContext } from '@ultimate/event-store/commands.ts'
import { factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import { registerTeamDecider, teamStream, updateTeamDecider } from '@ultimate/events/tournament/bid.ts'
import { poolsStream, publishPoolsDecider, savePoolsDecider } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { nextPoolNames } from '@ultimate/events/tournament/pools/pools.ts'
import { type Registration, registration } from '@ultimate/events/tournament/registration.ts'
import { type Division, divisions } from '@ultimate/events/tournament/team.ts'
import { demoActor } from '../platform/demo-actor.ts'
import type { Edition } from '../platform/edition.ts'
import type { Platform } from '../platform/module.ts'

/** A team of the demo: `[team, town, division, captain]`, in the order of registration. */
type DemoTeam = readonly [team: string, town: string, division: Division, captain: string]

/** None of these teams, captains or cranberry incidents exists. */
export const demoTeams: readonly DemoTeam[] = [
  ['Gobble Gobble Huck', 'Huntsville, AL', 'comp', 'Marlowe Tate'],
  ['Stuffing Layouts', 'Decatur, AL', 'rec', 'Junie Applewhite'],
  ['Gravy Boat Captains', 'Mobile, AL', 'rec', 'Beau Delacroix'],
  ['Peach Pit Pressure', 'Macon, GA', 'comp', 'Imani Whitlock'],
  ['Scoober Trooper', 'Chattanooga, TN', 'comp', 'Rosalind Okafor'],
  ['Nashville Hot Handlers', 'Nashville, TN', 'comp', 'Dex Calloway'],
  ['The Wishbones', 'Athens, AL', 'rec', 'Hattie Bloom'],
  ['Bayou Backhand', 'Lafayette, LA', 'comp', 'Remy Thibodeaux'],
  ['Sweet Potato Pylons', 'Tupelo, MS', 'rec', 'Otis Farrow'],
  ['Zone Offense Taken', 'Birmingham, AL', 'comp', 'Priya Ramanathan'],
  ['Kudzu Kids', 'Auburn, AL', 'rec', 'Wren Holloway'],
  ['Moon Pie Marks', 'Murfreesboro, TN', 'rec', 'Cleo Vandergriff'],
  ['Stall Nine and Three Quarters', 'Knoxville, TN', 'rec', 'Tobias Finch'],
  ['Red Clay Ruckus', 'Columbus, GA', 'comp', 'Desmond Ellery'],
  ['Magnolia Mayhem', 'Jackson, MS', 'comp', 'Georgia Pruitt'],
  ['Turkey Trot Defense', 'Cullman, AL', 'rec', 'Walt Abernathy'],
  ['Cast Iron Cutters', 'Gadsden, AL', 'comp', 'Nadia Sorrell'],
  ['Biscuit Breakside', 'Asheville, NC', 'comp', 'Emmett Lyle'],
  ['Pie High Release', 'Florence, AL', 'rec', 'Dottie Magruder'],
  ['Mud Island Mischief', 'Memphis, TN', 'comp', 'Andre Beaumont'],
  ['Pickle Jar Pull', 'Savannah, GA', 'rec', 'Louisa Tennant'],
  ['Swamp Donkeys', 'Gainesville, FL', 'comp', 'Cruz Montalvo'],
  ['The Leftovers', 'Madison, AL', 'rec', 'Pearl Jessup'],
  ['Tennessee Tight Zippers', 'Clarksville, TN', 'rec', 'Boone Harker'],
  ['Hammer Time Committee', 'Little Rock, AR', 'comp', 'Simone Ashby'],
  ['Okra Opera', 'Hattiesburg, MS', 'rec', 'Farrah Quillen'],
  ['Flick and Greet', 'Greenville, SC', 'rec', 'Milo Castleberry'],
  ['Rocket City Rollers', 'Huntsville, AL', 'comp', 'Ada Nakamura'],
  ['Cornbread Contested', 'Cookeville, TN', 'rec', 'Silas Thorne'],
  ['Gulf Coast Greatest', 'Pensacola, FL', 'comp', 'Marisol Vega'],
  ['Ultimate Frisbeans', 'Opelika, AL', 'rec', 'Gus Pennington'],
  ['Dixie Cup Disc', 'Montgomery, AL', 'rec', 'Lottie Rainwater'],
  ['Peanut Brittle', 'Dothan, AL', 'comp', 'Quentin Shaw'],
  ['Foul Weather Friends', 'Rome, GA', 'rec', 'Harriet Boyle'],
  ['Travel Ball Y’all', 'Tuscaloosa, AL', 'comp', 'Jericho Banks'],
  ['Second Helping', 'Scottsboro, AL', 'rec', 'Mavis Crowder'],
  ['Crab Cake Cutters', 'Charleston, SC', 'comp', 'Theo Gadsden'],
  ['Huck Finns', 'Hannibal Creek, TN', 'rec', 'Becky Sawyer'],
  ['Sideline Casserole', 'Fayetteville, AR', 'rec', 'Ines Holcomb'],
  ['Last Call Layout', 'Atlanta, GA', 'comp', 'Zeke Fontaine'],
]

/** The decisions of the organizers since, by team. The other teams are placed by order, unpaid. */
export const demoDecisions: readonly (readonly [
  team: string,
  { status?: 'confirmed' | 'waitlist'; paid?: boolean },
])[] = [
  ['Gobble Gobble Huck', { paid: true }],
  ['Stuffing Layouts', { paid: true }],
  ['Peach Pit Pressure', { status: 'confirmed', paid: true }],
  ['Scoober Trooper', { paid: true }],
  ['The Wishbones', { paid: true }],
  ['Zone Offense Taken', { status: 'confirmed', paid: true }],
  ['Pickle Jar Pull', { status: 'waitlist' }],
  ['Red Clay Ruckus', { paid: true }],
  ['Biscuit Breakside', { paid: true }],
  ['Rocket City Rollers', { paid: true }],
  ['Huck Finns', { status: 'confirmed', paid: true }],
]

export const demoComments: Readonly<Record<string, string>> = {
  'Gravy Boat Captains': 'We will bring the gravy. Please do not let the Wishbones bring the gravy again.',
  'Okra Opera': 'It is not over until the okra sings.',
  'Kudzu Kids': 'Half of us are under 16; their parents drive, and cook.',
  'Second Helping': 'Happy to take any spot that opens, even on Friday night.',
}

/** Teams with an alternate contact, and with a past. */
export const demoAlternates: Readonly<Record<string, string>> = {
  'Bayou Backhand': 'Odette Fontenot',
  'The Leftovers': 'Hank Lovelace',
  'Rocket City Rollers': 'Vernon Grissom',
}
export const demoPastNames: Readonly<Record<string, string>> = {
  'The Leftovers': 'Plan B, Plan C',
  'Huck Finns': 'Tom Sawyers',
  'Zone Offense Taken': 'No Offense',
}

interface DemoPool {
  readonly name: string
  /** The names of the teams; null is an empty place. */
  readonly teams: readonly (string | null)[]
}

const placesPerPool = 5

/** Deals the teams that are confirmed by order out like cards, so that early and late ones meet in every pool. */
export function demoPools(division: Division): DemoPool[] {
  const names = demoTeams
    .slice(0, factsOf2025.capacity)
    .flatMap(([team, , teamDivision]) => (teamDivision === division ? [team] : []))
  const poolCount = Math.ceil(names.length / placesPerPool)
  return nextPoolNames([], poolCount).map((name, poolIndex) => ({
    name,
    teams: Array.from({ length: placesPerPool }, (_, round) => names[round * poolCount + poolIndex] ?? null),
  }))
}

const firstBidAt = Date.parse('2025-08-01T14:00:00Z')
const hour = 3_600_000

/** Returns the same id on every machine, so that a link into the demo works everywhere. */
export function demoTeamId(team: string): string {
  const hash = createHash('sha256').update(`demo team ${team}`).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

type Demo = Pick<Platform, 'commands'> & { readonly current: Pick<Edition, 'edition'> }

/** Fills an empty store with a tournament that is nearly full, by the commands that people use. */
export async function seedDemo({ commands, current }: Demo): Promise<void> {
  for (const [index, team] of demoTeams.entries()) {
    const now = new Date(firstBidAt + index * 37 * hour + ((index * 17) % 29) * 61_000)
    await commands.handle(
      registerTeamDecider,
      {
        stream: teamStream(demoTeamId(team[0])),
        command: {
          type: 'RegisterTeam',
          data: { ...buildBid(team, index), awaitsConfirmation: false },
          metadata: { now },
        },
        startsStream: true,
      },
      demoContext(now),
    )
  }
  for (const [index, [team, decision]] of demoDecisions.entries()) {
    const now = new Date(firstBidAt + (demoTeams.length * 37 + index) * hour)
    await commands.handle(
      updateTeamDecider,
      {
        stream: teamStream(demoTeamId(team)),
        command: { type: 'UpdateTeam', data: decision, metadata: { now } },
      },
      demoContext(now),
    )
  }
  await seedPools(commands, current.edition)
}

/** Both divisions are public, as they are in the week before. */
async function seedPools(commands: Platform['commands'], edition: string): Promise<void> {
  const divisionByTeam = new Map(demoTeams.map(([team, , division]) => [demoTeamId(team), division]))
  for (const [index, division] of divisions.entries()) {
    const now = new Date(firstBidAt + (demoTeams.length * 37 + 48 + index) * hour)
    const pools = demoPools(division).map(({ name, teams: names }) => ({
      id: `demo-${division}-${name.slice(-1).toLowerCase()}`,
      name,
      size: names.length,
      teams: names.map((team) => (team === null ? null : demoTeamId(team))),
    }))
    const save = { type: 'SavePools' as const, data: { division, pools, divisionByTeam }, metadata: { now } }
    const publish = { type: 'PublishPools' as const, data: { registeredTeams: divisionByTeam }, metadata: { now } }
    const stream = poolsStream(division, edition)
    await commands.handle(savePoolsDecider, { stream, command: save }, demoContext(now))
    await commands.handle(publishPoolsDecider, { stream, command: publish }, demoContext(now))
  }
}

function buildBid([teamName, location, division, captainName]: DemoTeam, index: number): Registration {
  const alternate = demoAlternates[teamName]
  return registration.parse({
    teamName,
    location,
    division,
    captainName,
    captainEmail: toEmail(captainName),
    captainPhone: `(256) 555-${String(100 + index).padStart(4, '0')}`,
    pastTeamNames: demoPastNames[teamName] ?? '',
    comments: demoComments[teamName] ?? '',
    ...(alternate && {
      altCaptainName: alternate,
      altCaptainEmail: toEmail(alternate),
      altCaptainPhone: `(256) 555-${String(150 + index).padStart(4, '0')}`,
    }),
  })
}

const toEmail = (person: string): string => `${person.toLowerCase().replaceAll(' ', '.')}@example.org`

const demoContext = (now: Date): CommandContext => ({
  ...bySystem(demoActor, `demo-${now.getTime()}`, now),
  happenedAt: now,
})
