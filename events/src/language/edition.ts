/** What mails say of this year's weekend. The screens' own list of facts agrees with it, as a test checks. */
export const edition = {
  name: 'Thanksgiving Ultimate',
  dates: 'November 22 to 23, 2025',
  place: 'Huntsville, Alabama',
  dinner: 'Saturday, November 22, 2025, 6:00 PM to 9:00 PM',
  venue: 'Merrimack Soccer Complex, Huntsville, Alabama',
} as const
