import type { AudienceGroup, Message } from '@ultimate/events/staff/message-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'

export const messagesKey: LiveKey = ['messages', 'all']

/** Only the last mail that leaves is an event, so until then the count is read again after this time. */
const countAgainMs = 1_000

/** Reads the written messages, again after each change. */
export const useMessages = () =>
  useLiveQuery({
    key: messagesKey,
    read: async (signal): Promise<readonly Message[]> => (await call('GET /api/messages', {}, { signal })).messages,
    readAgainIn: (messages) => messages?.some(({ status }) => status === 'sending') === true && countAgainMs,
  })

/** Reads the groups that a message can be sent to, as of when the page was opened. */
export const useGroups = () =>
  useQuery({
    queryKey: ['message groups'],
    queryFn: async ({ signal }): Promise<readonly AudienceGroup[]> =>
      (await call('GET /api/messages/audience', {}, { signal })).groups,
  })

/** Returns whether the group is the volunteers of one slot, `volunteers:<id of the slot>`. */
export const isSlotGroup = ({ name }: Pick<AudienceGroup, 'name'>): boolean => name.startsWith('volunteers:')

export const formatPeople = (count: number): string => `${count} ${count === 1 ? 'person' : 'people'}`
