/** West, south, east and north of a map, in degrees. */
export type MapBounds = readonly [west: number, south: number, east: number, north: number]

/**
 * The facts that the tournament director sets about one edition. Days are `2025-11-22`, clock times are the venue's
 * `18:00`, moments are ISO 8601 with an offset. A text that a club leaves out is empty; a day, a moment or a map is
 * null.
 */
export interface EditionFacts {
  readonly name: string
  /** Written as it is spoken: `28th`. */
  readonly ordinal: string
  readonly first_day: string
  readonly last_day: string
  readonly city: string
  /** The place of the whole tournament, the dinner too. */
  readonly venue: { readonly name: string; readonly address: string; readonly bounds: MapBounds | null }
  readonly club: string
  readonly contact_email: string
  /** The club's official partner for discs and jerseys; `url` is the partner's own site. */
  readonly merch_partner: { readonly name: string; readonly url: string }
  /** The number of teams that are confirmed, in the order of their bids; later bids wait. */
  readonly capacity: number
  /** `$300 per team`. */
  readonly fee: string
  readonly fee_deadline: string | null
  /** A sentence about how to pay. */
  readonly fee_payment: string
  /** Without `opens`, registration is open from the start; without `closes`, it does not end. */
  readonly registration: { readonly opens: string | null; readonly closes: string | null }
  readonly pool_play: { readonly starts: string; readonly ends: string }
  readonly dinner: {
    readonly starts: string
    readonly ends: string
    /** The times within which dishes are taken in. */
    readonly dishes_from: string
    readonly dishes_until: string
    /** Dishes that each confirmed team brings. */
    readonly dishes_per_team: number
  }
  /** One sentence for each division. */
  readonly divisions: { readonly comp: string; readonly rec: string }
  /** One sentence for each occasion of the weekend. */
  readonly schedule: { readonly pool_play: string; readonly dinner: string; readonly brackets: string }
  readonly game_rules: readonly GameRule[]
  /** The year that is printed on disc and jersey. */
  readonly designs_year: number
  /** `#143a2e`; null where the site keeps its own. */
  readonly colors: { readonly primary: string | null; readonly accent: string | null }
  /** Address of the club's logo on this site; null where the site shows its own. */
  readonly logo: string | null
}

/** The facts with the year of their edition. */
export interface FactsOfYear extends EditionFacts {
  readonly year: number
}

/** A rule in numbers: `Games`, `to 11`, `Points win a game.` */
export interface GameRule {
  readonly what: string
  readonly number: string
  readonly how: string
}

/** The facts of the edition of 2025, which a site without settings of its own shows. */
export const factsOf2025: EditionFacts = {
  name: 'Thanksgiving Ultimate',
  ordinal: '28th',
  first_day: '2025-11-22',
  last_day: '2025-11-23',
  city: 'Huntsville, Alabama',
  venue: {
    name: 'Merrimack Soccer Complex',
    address: '3390 Bob Wallace Ave SW, Huntsville, AL 35805',
    bounds: [-86.64, 34.685, -86.58, 34.725],
  },
  club: 'Huntsville Ultimate',
  contact_email: 'turkey@ultimate.example',
  merch_partner: { name: '', url: 'https://merch.ultimate.example/' },
  capacity: 35,
  fee: '',
  fee_deadline: null,
  fee_payment: '',
  registration: { opens: null, closes: null },
  pool_play: { starts: '09:00', ends: '16:50' },
  dinner: { starts: '18:00', ends: '21:00', dishes_from: '17:00', dishes_until: '17:45', dishes_per_team: 16 },
  divisions: {
    comp: 'For teams looking for high-level competition.',
    rec: 'For teams wanting competition and lots of fun.',
  },
  schedule: {
    pool_play: 'Everybody plays, all day. Be on your field before the first pull.',
    dinner: 'Turkey, ham, and everything the teams brought to the table.',
    brackets: 'Saturday sets the matchups. Times go up Saturday night.',
  },
  game_rules: [
    { what: 'Gender ratio', number: '4/3 or 3/4', how: 'The default on every line.' },
    { what: 'Games', number: 'to 11', how: 'Points win a game.' },
    { what: 'Semifinals and finals', number: 'to 13', how: 'Two points more to prove it.' },
    { what: 'Cap', number: '10 minutes', how: 'From round end.' },
    { what: 'Timeouts', number: '1 per half', how: 'Spend it well.' },
  ],
  designs_year: 2025,
  colors: { primary: null, accent: null },
  logo: null,
}

/**
 * The facts of an edition for which nothing is set: those of 2025, on the Saturday and Sunday before Thanksgiving,
 * with the ordinal of the year.
 */
export function defaultFacts(year: number): EditionFacts {
  const first = saturdayBeforeThanksgiving(year)
  return {
    ...factsOf2025,
    ordinal: writeOrdinal(28 + year - 2025),
    first_day: first,
    last_day: dayAfter(first),
    designs_year: year,
  }
}

/** `2026-11-21`: Thanksgiving is the fourth Thursday of November. */
export function saturdayBeforeThanksgiving(year: number): string {
  const weekdayOfFirst = new Date(Date.UTC(year, 10, 1)).getUTCDay()
  const thanksgiving = 1 + ((4 - weekdayOfFirst + 7) % 7) + 21
  return new Date(Date.UTC(year, 10, thanksgiving - 5)).toISOString().slice(0, 10)
}

const suffixes: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  zero: 'th',
  many: 'th',
}

// Made once, because making it takes as long as all the rest of a command.
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })

/** `28th`, `31st`. */
export const writeOrdinal = (count: number): string => `${count}${suffixes[ordinals.select(count)]}`

/** `2025-11-23` after `2025-11-22`. */
export const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

const writeDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(day).toLocaleDateString('en-US', { timeZone: 'UTC', ...options })

/** `Saturday, November 22, 2025`. */
export const writeWholeDay = (day: string): string => writeDay(day, { dateStyle: 'full' })

/** `6:00 PM` of `18:00`. */
export function writeClockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The days from the first to the last: `Nov 22-23, 2025`, `November 29 to December 1, 2025`. */
function writeDays({ first_day, last_day }: EditionFacts, month: 'short' | 'long', separator: string): string {
  const whole = { year: 'numeric', month, day: 'numeric' } as const
  if (first_day === last_day) return writeDay(first_day, whole)
  if (first_day.slice(0, 4) !== last_day.slice(0, 4))
    return `${writeDay(first_day, whole)}${separator}${writeDay(last_day, whole)}`
  const start = writeDay(first_day, { month, day: 'numeric' })
  const isOneMonth = first_day.slice(0, 7) === last_day.slice(0, 7)
  const end = writeDay(last_day, isOneMonth ? { day: 'numeric' } : { month, day: 'numeric' })
  return `${start}${separator}${end}, ${first_day.slice(0, 4)}`
}

/** The fee of a team, as visitors read it: `$300 per team`, `November 8, 2025`, `Email us for payment details.` */
export interface Fee {
  readonly amount: string
  readonly due: string
  readonly payment: string
}

/** Returns the fee of a team as people read it; null where the club has set none. */
export function readFee({ fee, fee_deadline, fee_payment }: EditionFacts): Fee | null {
  if (fee === '') return null
  const due = fee_deadline === null ? '' : writeDay(fee_deadline, { year: 'numeric', month: 'long', day: 'numeric' })
  return { amount: fee, due, payment: fee_payment }
}

/** The facts of an edition as sentences on screens and in mails hold them. */
export interface EditionWords {
  readonly name: string
  /** `Thanksgiving` of `Thanksgiving Ultimate`. */
  readonly shortName: string
  readonly ordinal: string
  readonly year: string
  /** `Nov 22-23, 2025`. */
  readonly dates: string
  /** `November 22 to 23, 2025`. */
  readonly datesSpoken: string
  /** `Saturday`. */
  readonly firstWeekday: string
  readonly lastWeekday: string
  readonly firstDay: string
  readonly lastDay: string
  readonly city: string
  /** `Huntsville` of `Huntsville, Alabama`. */
  readonly town: string
  readonly club: string
  readonly email: string
  readonly capacity: string
  /** The number for the beginning of a sentence: `Thirty-five`. */
  readonly capacitySpoken: string
  readonly venueName: string
  readonly address: string
  /** `Merrimack Soccer Complex, Huntsville, Alabama`. */
  readonly venue: string
  /** The address as maps and calendars find it. */
  readonly venueAddress: string
  /** `9:00 AM`. */
  readonly firstPull: string
  /** `9:00 AM to 4:50 PM`. */
  readonly poolPlay: string
  /** `4:50 PM`. */
  readonly poolPlayEnd: string
  /** `6:00 PM to 9:00 PM`. */
  readonly dinner: string
  readonly dinnerStart: string
  readonly dinnerEnd: string
  /** `Saturday, November 22, 2025`. */
  readonly dinnerDay: string
  readonly dishesFrom: string
  readonly dishesUntil: string
  readonly dishesPerTeam: string
  /** `Games to 11`. */
  readonly games: string
  /** `Semifinals and finals go to 13`. */
  readonly finals: string
}

/** Writes the facts as people read them. `year` is the edition's. */
export function writeFacts(year: string | number, facts: EditionFacts): EditionWords {
  const { pool_play, dinner, venue } = facts
  const [firstPull, poolPlayEnd] = [writeClockTime(pool_play.starts), writeClockTime(pool_play.ends)]
  const [dinnerStart, dinnerEnd] = [writeClockTime(dinner.starts), writeClockTime(dinner.ends)]
  return {
    name: facts.name,
    shortName: facts.name.replace(/(?<=.) Ultimate$/, ''),
    ordinal: facts.ordinal,
    year: String(year),
    dates: writeDays(facts, 'short', '-'),
    datesSpoken: writeDays(facts, 'long', ' to '),
    firstWeekday: writeDay(facts.first_day, { weekday: 'long' }),
    lastWeekday: writeDay(facts.last_day, { weekday: 'long' }),
    firstDay: facts.first_day,
    lastDay: facts.last_day,
    city: facts.city,
    town: facts.city.split(',', 1)[0] ?? '',
    club: facts.club,
    email: facts.contact_email,
    capacity: String(facts.capacity),
    capacitySpoken: spellNumber(facts.capacity),
    venueName: venue.name,
    address: venue.address,
    venue: joinTexts(venue.name, facts.city),
    venueAddress: joinTexts(venue.name, venue.address),
    firstPull,
    poolPlay: `${firstPull} to ${poolPlayEnd}`,
    poolPlayEnd,
    dinner: `${dinnerStart} to ${dinnerEnd}`,
    dinnerStart,
    dinnerEnd,
    dinnerDay: writeWholeDay(facts.first_day),
    dishesFrom: writeClockTime(dinner.dishes_from),
    dishesUntil: writeClockTime(dinner.dishes_until),
    dishesPerTeam: String(dinner.dishes_per_team),
    games: joinRule(facts, 'Games', ' '),
    finals: joinRule(facts, 'Semifinals and finals', ' go '),
  }
}

/** Returns a rule with its number where that shows how far a game goes: `Games to 11`; else the rule alone. */
function joinRule({ game_rules }: EditionFacts, what: string, between: string): string {
  const number = game_rules.find((rule) => rule.what === what)?.number
  return number?.startsWith('to ') ? `${what}${between}${number}` : what
}

/** `Thirty-five`, up to 99; in digits from 100 on, as newspapers do. */
export function spellNumber(count: number): string {
  const spelled =
    'Zero,One,Two,Three,Four,Five,Six,Seven,Eight,Nine,Ten,Eleven,Twelve,Thirteen,Fourteen,Fifteen,Sixteen,Seventeen,Eighteen,Nineteen'
  const ones = spelled.split(',')
  if (count < 20) return ones[count] ?? String(count)
  const tens = 'Twenty,Thirty,Forty,Fifty,Sixty,Seventy,Eighty,Ninety'.split(',')[Math.floor(count / 10) - 2]
  if (!tens) return String(count)
  return count % 10 === 0 ? tens : `${tens}-${ones[count % 10]?.toLowerCase()}`
}

/** Joins the texts that are not empty, with commas between. */
export const joinTexts = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(', ')

/** Returns the dinner as an entry of a calendar. */
export const dinnerOccasion = ({ first_day, dinner, schedule }: EditionFacts) => ({
  slug: 'dinner',
  title: 'Dinner',
  text: schedule.dinner,
  from: `${first_day}T${dinner.starts}`,
  to: `${first_day}T${dinner.ends}`,
})
