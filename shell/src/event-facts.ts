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
  club: 'Huntsville Ultimate',
  /** Places in the field; bids beyond them wait. */
  confirmedTeams: 35,
  firstPull: '9:00 AM',
  poolPlay: '9:00 AM to 4:50 PM',
  dinner: '6:00 PM to 9:00 PM',
  dinnerStart: '6:00 PM',
  /** Dishes each team brings to the dinner. */
  dishesPerTeam: 16,
} as const
