import type { Automation, GatheringAutomation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { defaultFacts } from '@ultimate/events/language/edition-facts.ts'
import { listDifferences } from '@ultimate/events/tournament/bid-parts.ts'
import type { NoticeEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { noticeChangeDecider, noticeStream } from '@ultimate/events/tournament/notify-captain.ts'
import type { RegisteredTeam, Team } from '@ultimate/events/tournament/team-state.ts'
import * as team from '@ultimate/events/tournament/team-state.ts'
import { sendAs } from '../../platform/command-sender.ts'
import type { Platform } from '../../platform/module.ts'
import { stateAfter } from '../../platform/undo/undo.ts'
import { readOwnBid } from '../read/own-bid.query.ts'
import { readTeamHistory } from '../read/team-history.query.ts'
import type { OwnBidLinks } from '../secrets/own-bid-link.ts'
import { changesSince, decisionTypes, type Fact, isOfCapacity, noticedTypes } from '../team-changes.ts'
import { isOwnAddress } from './captain-mail.ts'
import { changeMail } from './team-changed-text.ts'

const name = 'when-team-changed-then-notice-change'

/**
 * All decisions of a quiet time are looked at together, because one of them may move other teams up or down. What
 * became of each team is recorded before its captain is mailed, so that a crash loses no email and sends none twice.
 */
export function whenTeamChangedThenNoticeChange(platform: Platform): GatheringAutomation {
  const { commands, clock, configuration, log, current } = platform
  return {
    name,
    on: [...decisionTypes, 'TeamCorrected', 'EditionSettingsChanged'],
    gather: {
      quietMs: configuration.mailQuietSeconds * 1000,
      keyOf: async (event) => {
        const { type, metadata } = event
        const { edition, actor } = metadata
        if (type === 'EditionSettingsChanged')
          return isOfCapacity(event as Fact) && metadata.stream === `edition-${current.edition}`
            ? current.edition
            : null
        if (edition !== current.edition || actor.kind === 'system') return null
        // Captains who correct a bid themselves know its content.
        return type === 'TeamCorrected' && actor.kind !== 'staff' ? null : edition
      },
      handle: async (gathered) => {
        const [first, last] = [gathered[0], gathered.at(-1)]
        if (!first || !last) return
        const history = await readDecisions(log, current.edition, last.metadata.position)
        const send = sendAs(commands, causedBy(last, name, clock.now()))
        for (const data of changesSince(
          history,
          first.metadata.position,
          defaultFacts(Number(current.edition)).capacity,
        )) {
          await send(noticeChangeDecider, noticeStream(data.teamId), { type: 'NoticeChange', data })
        }
      },
    },
  }
}

/** Reads the decisions up to the position, and all notices. */
async function readDecisions(log: Pick<EventLog, 'read'>, edition: string, to: number) {
  const history = await readTeamHistory(log, edition, noticedTypes)
  return history.filter(({ type, metadata }) => metadata.position <= to || type === 'TeamChangeNoticed')
}

/** Lists the parts of the bid that differ between two versions of its stream, with the last reason of staff. */
async function readCorrection(
  log: Pick<EventLog, 'read'>,
  stream: string,
  { from, to }: { readonly from: number; readonly to: number },
) {
  const events = (await log.read({ stream, limit: to })) as readonly RecordedEvent<TeamEvent>[]
  const upTo = (version: number) =>
    stateAfter<Team, TeamEvent>(
      team,
      events.filter(({ metadata }) => metadata.version <= version),
    )
  const [before, after, last] = [upTo(from), upTo(to), events.find(({ metadata }) => metadata.version === to)]
  if (before.status === 'unregistered' || after.status === 'unregistered') return {}
  const facts = ({ bid, division }: RegisteredTeam) => ({ ...bid, division })
  const reason = last?.type === 'TeamCorrected' ? (last.data.reason ?? '') : ''
  return { corrected: listDifferences(facts(before), facts(after)), reason }
}

export function whenChangeNoticedThenMailCaptain(
  { mailer, current, log, configuration, facts }: Platform,
  links: OwnBidLinks,
): Automation {
  return {
    name: 'when-change-noticed-then-mail-captain',
    on: ['TeamChangeNoticed'] satisfies NoticeEvent['type'][],
    handle: async (recorded) => {
      const { data, metadata } = recorded as RecordedEvent<NoticeEvent>
      const { teamId } = data
      const own = data.mailed ? await readOwnBid(current, teamId) : null
      const address = own?.bid.captainEmail ?? ''
      if (!own || address === '') return
      const isConfirmed = await isOwnAddress(log, teamId)
      await mailer.send({
        id: `team-changed-${teamId}-${metadata.version}`,
        to: address,
        mailbox: data.byStaff ? 'staff' : isConfirmed ? 'confirmed' : 'unconfirmed',
        ...changeMail(data, {
          // The mail repeats what was typed only to a confirmed address.
          teamName: isConfirmed ? own.bid.teamName : null,
          number: own.number,
          siteUrl: configuration.siteUrl,
          facts: await facts(metadata.edition),
          link: await links.linkFor({ teamId, address }),
          ...(data.corrected && (await readCorrection(log, team.teamStream(teamId), data.corrected))),
        }),
      })
    },
  }
}
