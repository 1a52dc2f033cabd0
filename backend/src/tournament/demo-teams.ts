import { factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import { nextPoolNames } from '@ultimate/events/tournament/pools/pools.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'

/** A team of the demo: `[team, town, division, captain]`, in the order of registration. */
export type DemoTeam = readonly [team: string, town: string, division: Division, captain: string]

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

export interface DemoPool {
  readonly name: string
  /** The names of the teams; null is an empty place. */
  readonly teams: readonly (string | null)[]
}

const placesPerPool = 5

/** The teams that are in by their order, dealt out like cards, so that early and late ones meet in every pool. */
export function demoPools(division: Division): DemoPool[] {
  const names = demoTeams.slice(0, factsOf2025.capacity).flatMap(([team, , home]) => (home === division ? [team] : []))
  const count = Math.ceil(names.length / placesPerPool)
  return nextPoolNames([], count).map((name, pool) => ({
    name,
    teams: Array.from({ length: placesPerPool }, (_, round) => names[round * count + pool] ?? null),
  }))
}
