/** What this year's edition is: the one place where its dates, its place and its people are written down. */
export const eventFacts = {
  name: 'Thanksgiving Ultimate',
  /** Ordinal, as spoken. */
  edition: '28th',
  year: 2025,
  /** As in the footer. */
  dates: 'Nov 22-23, 2025',
  /** As in a sentence. */
  datesSpoken: 'November 22 to 23, 2025',
  firstDay: '2025-11-22',
  lastDay: '2025-11-23',
  place: 'Huntsville, Alabama',
  email: 'turkey@ultimate.example',
  /** Only tournament parts of earlier releases read it, with these types. They name no fee either. */
  bid: {
    fee: 'what we email you' as '$300 per team',
    payBy: 'the day we email you' as 'November 8, 2025',
    payment: 'as we email you' as 'by check or bank transfer to Huntsville Ultimate; write to us for the account',
  },
  club: 'Huntsville Ultimate',
  /** Places in the field; bids beyond them wait. */
  confirmedTeams: 35,
  firstPull: '9:00 AM',
  poolPlay: '9:00 AM to 4:50 PM',
  dinner: '6:00 PM to 9:00 PM',
  dinnerStart: '6:00 PM',
  /** Dishes each team brings to the dinner. */
  dishesPerTeam: 16,
  /** Where all of it takes place, the dinner too. */
  venue: {
    name: 'Merrimack Soccer Complex',
    address: '3390 Bob Wallace Ave SW, Huntsville, AL 35805',
    /** What a map of it shows: west, south, east and north, in degrees. */
    bounds: [-86.64, 34.685, -86.58, 34.725],
  },
  /** The official merchandise partner's own site. */
  merchPartner: 'https://merch.ultimate.example/',
} as const
