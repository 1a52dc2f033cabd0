import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import { stopsPublication } from '@ultimate/events/tournament/weekend/conflicts.ts'
import type { PostedBracket, ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { call } from '@ultimate/kit/request/api.ts'
import { showAnswer } from '@ultimate/kit/request/late-answers.ts'
import { CalendarClock, EyeOff, Megaphone, Wand2 } from 'lucide-react'
import { useState } from 'react'
import { useUndoableCommand } from '../undoable-command.ts'
import { draftKey, useScheduleDraft } from './bracket-query.ts'
import { listByStakes } from './bracket-words.ts'
import { MakeBracketDialog } from './make-bracket-dialog.tsx'
import styles from './staff-bracket.module.css'

interface StaffBracketProps extends PostedBracket {
  readonly division: Division
}

/** The tools with which TD and admin make the bracket of a division, post it and take it down. */
export function StaffBracket({ division, posted, bracket }: StaffBracketProps) {
  const [dialog, setDialog] = useState<'make' | 'post' | 'take down' | null>(null)
  const { data: schedule } = useScheduleDraft()
  const close = () => setDialog(null)
  const posting = usePosting(division, 'post', close)
  const takingDown = usePosting(division, 'take down', close)
  const games = bracket?.rounds.flatMap((round) => round.games) ?? []
  const withoutTime = games.filter(({ start }) => start === null)
  const withoutTimeWords = listByStakes(withoutTime, bracket?.places.length ?? 0)
  const name = divisionLabels[division]
  const isDraft = bracket !== null && !posted
  const clashes = schedule?.conflicts.filter(stopsPublication) ?? []
  const canPost = clashes.length === 0
  return (
    <section className={styles['staff']} aria-label="Bracket actions">
      <p className={styles['state']} role="status">
        {describeState(bracket, posted)}
      </p>
      <div className={styles['buttons']}>
        {isDraft && (
          <Button
            icon={<Megaphone aria-hidden="true" />}
            aria-disabled={!canPost}
            onClick={() => canPost && setDialog('post')}
          >
            Post
          </Button>
        )}
        <Button
          variant={bracket ? 'secondary' : 'primary'}
          icon={<Wand2 aria-hidden="true" />}
          onClick={() => setDialog('make')}
        >
          {bracket ? 'Make again' : 'Make bracket'}
        </Button>
        {bracket && (
          <LinkButton variant="quiet" size="compact" icon={<CalendarClock aria-hidden="true" />} to="/schedule/edit">
            Change times and fields
          </LinkButton>
        )}
        {posted && (
          <Button
            variant="quiet"
            size="compact"
            icon={<EyeOff aria-hidden="true" />}
            onClick={() => setDialog('take down')}
          >
            Take down
          </Button>
        )}
      </div>
      {isDraft && !canPost && (
        <Notice tone="warn" title="A team or a field has two games at the same time">
          <p>{clashes.map(({ sentence }) => sentence).join(' ')} Move one of them on Edit Schedule, then post.</p>
        </Notice>
      )}
      {withoutTime.length > 0 && (
        <Notice tone="warn" title={`Without a time and a field: ${withoutTimeWords}.`}>
          <p>Add rounds or fields, or move other games, on Edit Schedule.</p>
        </Notice>
      )}
      {dialog === 'make' && <MakeBracketDialog division={division} isPosted={posted} onClose={close} />}
      <ConfirmDialog
        open={dialog === 'post'}
        title={`Post the bracket (${name})?`}
        confirmLabel="Post"
        command={posting}
        onConfirm={() => posting.run(null)}
        onCancel={close}
      >
        <p>Everybody sees it, and its games in the schedule.</p>
        {withoutTime.length > 0 && <p>Without a time and a field: {withoutTimeWords}.</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'take down'}
        title={`Take down the bracket (${name})?`}
        confirmLabel="Take down"
        command={takingDown}
        onConfirm={() => takingDown.run(null)}
        onCancel={close}
      >
        <p>Visitors see neither the bracket nor its games any more. Results stay, and you can post it again.</p>
      </ConfirmDialog>
    </section>
  )
}

function describeState(bracket: ShownBracket | null, posted: boolean): string {
  if (bracket === null) return 'No bracket yet. Visitors are asked to check back Saturday evening.'
  return posted ? 'Posted: everybody sees this bracket.' : 'A draft: only TD and admin see this bracket.'
}

const postingWords = {
  post: { done: 'Bracket posted. Everybody sees it now.', failed: 'The bracket could not be posted.' },
  'take down': { done: 'Bracket taken down.', failed: 'The bracket could not be taken down.' },
} as const

function usePosting(division: Division, action: keyof typeof postingWords, onDone: () => void) {
  const params = { division }
  return useUndoableCommand<null, PostedBracket>({
    send: (_, idempotencyKey) =>
      action === 'post'
        ? call('POST /api/brackets/{division}/post', { params }, { idempotencyKey })
        : call('DELETE /api/brackets/{division}/post', { params }, { idempotencyKey }),
    failed: postingWords[action].failed,
    show: (answer, key) => showAnswer<PostedBracket>(draftKey(division), () => answer, key),
    onDone,
    done: () => postingWords[action].done,
  })
}
