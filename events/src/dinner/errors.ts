import { DomainError, defineErrors } from '../language/domain-error.ts'
import { noteNotFound } from '../language/notes.ts'

/** The errors of the rules of the dinner. They have no schemas, so that browsers run the rules too. */
export const dinnerErrors = /* @__PURE__ */ defineErrors({
  SLOT_NOT_FOUND: { status: 404, message: 'This slot is no longer there.' },
  SLOT_HAS_SIGNUPS: { status: 409, message: 'People have signed up here, so the category can no longer change.' },
  SLOT_FULL: { status: 409, message: 'This slot is full. Someone just took the last spot.' },
  ALREADY_SIGNED_UP: { status: 409, message: 'This address is already signed up for this shift.' },
  UNKNOWN_SLOT: { status: 422, message: 'This slot is no longer there. Please choose another one.' },
  UNKNOWN_CAPTAIN: { status: 422, message: 'Please choose a captain of a registered team.' },
  NOT_A_DISH: { status: 422, message: 'Only a dish has allergens.' },
  INVALID_LINK: { status: 422, message: 'This link is not complete. Please ask for a new one.' },
  LINK_ENDED: {
    status: 410,
    message: 'This link was for an earlier dinner and ended with it. To help this year, please sign up again.',
  },
  LINK_REVOKED: {
    status: 410,
    message: 'This link was replaced. Please use the newer one, or ask for it again.',
  },
  NO_PRIVATE_LINK: {
    status: 409,
    message: 'There is no private link: they came without signing up, or were forgotten.',
  },
  SIGNUP_NOT_FOUND: { status: 404, message: 'This sign-up is no longer there.' },
  NOTE_NOT_FOUND: noteNotFound,
  TOO_MANY_LINKS: {
    status: 429,
    message: 'We have just emailed this address. Please check the inbox, or try again later.',
  },
  TOO_MANY_SIGNUPS: {
    status: 429,
    message: 'Too many sign-ups have just come from your network. Please try again in a few minutes.',
  },
  ALREADY_CHECKED_IN: { status: 409, message: 'This sign-up is checked in already, so it cannot be removed.' },
  NOT_UNDECIDED: { status: 404, message: 'There is nothing to decide here. Someone may have decided already.' },
  SLOT_DELETED: { status: 409, message: 'The slot was deleted, so this can only be dismissed.' },
  DISH_IN_USE: { status: 409, message: 'This dish has left Holding. Move it back first.' },
  DISH_NOT_CHECKED_IN: { status: 409, message: 'This dish is not checked in.' },
  DISH_FINISHED: { status: 409, message: 'This dish is done already.' },
  DISH_NOT_ON_BUFFET: { status: 409, message: 'Only a dish on the buffet can be done.' },
  DISH_MOVED_MEANWHILE: { status: 409, message: 'Someone else has moved this dish in the meantime.' },
  SLOT_OCCUPIED: { status: 409, message: 'Another dish is in this slot.' },
  NO_SUCH_PLACE: { status: 422, message: 'There is no such slot on the board.' },
  DINNER_NOT_IN_PROGRESS: { status: 409, message: 'Dinner is not in progress.' },
  DINNER_ALREADY_STARTED: { status: 409, message: 'Dinner has started already.' },
  DINNER_ALREADY_FINISHED: { status: 409, message: 'Dinner is finished.' },
  DINNER_NOT_FINISHED: { status: 409, message: 'Only a finished dinner can be reset.' },
  NOTHING_TO_RESUME: { status: 409, message: 'Dinner is not finished, so there is nothing to resume.' },
  TOO_LATE_TO_RESUME: {
    status: 409,
    message: 'Dinner was finished more than 30 minutes ago. It can be reset, but no longer resumed.',
  },
  DINNER_WAS_RESET: { status: 409, message: 'Dinner was reset in the meantime. Please look again.' },
  LAYOUT_LOCKED: { status: 409, message: 'The number of slots can be changed only before dinner starts.' },
  LAYOUT_HIDES_DISH: { status: 409, message: 'A dish is in a slot that would disappear. Move it first.' },
})

/** The general 403, in words for a visitor, who may own the sign-up on another device. */
export const notYourSignup = (): DomainError =>
  new DomainError('FORBIDDEN', 'This sign-up was made on another device. Please use the link in our email.')
