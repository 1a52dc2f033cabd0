import { z } from 'zod'
import { defineEvents, type EventOf } from '../language/event.ts'
import { describe } from '../language/sentence/sentence.ts'
import { editionSettings } from './edition-schema.ts'
import { describeSettings } from './edition-words.ts'

/** Facts of the streams `edition-<year>`. */
export const editionEvents = defineEvents({
  /** `to` names what differs from before, and `from` what that was. */
  EditionSettingsChanged: {
    version: 1,
    data: z.strictObject({ to: editionSettings, from: editionSettings }),
    sentence: (data, { stream }) => {
      const { text, was } = describeSettings(data)
      return describe(`tournament settings of ${stream.slice('edition-'.length)}`, `set ${text}`, was)
    },
    undo: { by: 'The settings are what they were before. Captains whose teams move are mailed again.' },
    live: [
      { topic: 'edition', audience: 'everyone' },
      { topic: 'teams', audience: 'everyone' },
    ],
  },
})
export type EditionEvent = EventOf<typeof editionEvents>
