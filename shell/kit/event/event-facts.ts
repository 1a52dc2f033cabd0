import { currentEdition } from '@ultimate/kit/event/edition.ts'

const words = () => currentEdition().words
const facts = () => currentEdition().facts

/** The facts of the shown edition, as they are when they are read, for parts that are developed with an earlier kit. */
export const eventFacts = {
  get name() {
    return words().name as 'Thanksgiving Ultimate'
  },
  get edition() {
    return words().ordinal as '28th'
  },
  get year() {
    return facts().year as 2025
  },
  get dates() {
    return words().dates as 'Nov 22-23, 2025'
  },
  get datesSpoken() {
    return words().datesSpoken as 'November 22 to 23, 2025'
  },
  get firstDay() {
    return words().firstDay as '2025-11-22'
  },
  get lastDay() {
    return words().lastDay as '2025-11-23'
  },
  get place() {
    return words().city as 'Huntsville, Alabama'
  },
  get email() {
    return words().email as 'turkey@ultimate.example'
  },
  bid: {
    fee: 'what we email you' as '$300 per team',
    payBy: 'the day we email you' as 'November 8, 2025',
    payment: 'as we email you' as 'by check or bank transfer to Huntsville Ultimate; write to us for the account',
  },
  get club() {
    return words().club as 'Huntsville Ultimate'
  },
  get confirmedTeams() {
    return facts().capacity as 35
  },
  get firstPull() {
    return words().firstPull as '9:00 AM'
  },
  get poolPlay() {
    return words().poolPlay as '9:00 AM to 4:50 PM'
  },
  get dinner() {
    return words().dinner as '6:00 PM to 9:00 PM'
  },
  get dinnerStart() {
    return words().dinnerStart as '6:00 PM'
  },
  get dishesPerTeam() {
    return facts().dinner.dishes_per_team as 16
  },
  get venue() {
    const { name, address, bounds } = facts().venue
    return { name, address, bounds: bounds ?? [] } as unknown as {
      readonly name: 'Merrimack Soccer Complex'
      readonly address: '3390 Bob Wallace Ave SW, Huntsville, AL 35805'
      readonly bounds: readonly [-86.64, 34.685, -86.58, 34.725]
    }
  },
  get merchPartner() {
    return facts().merch_partner.url as 'https://merch.ultimate.example/'
  },
} as const
