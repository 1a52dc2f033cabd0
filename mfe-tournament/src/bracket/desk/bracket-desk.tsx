import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import type { PostedBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { call } from '@ultimate/kit/request/api.ts'
import { showAnswer } from '@ultimate/kit/request/late-answers.ts'
import { CalendarClock, EyeOff, Megaphone, Wand2 } from 'lucide-react'
import { useState } from 'react'
import { useUndoableCommand } from '../../scores/undoable-command.ts'
import { draftKey } from '../bracket-query.ts'
import { listByStakes } from '../drawn-bracket.ts'
import styles from './bracket-desk.module.css'
import { MakeBracketDialog } from './make-bracket-dialog.tsx'

interface BracketDeskProps extends PostedBracket {
  readonly division: Division
}

/** The tools with which TD and admin make the bracket of a division, post it and take it down. */
export function BracketDesk({ division, posted, bracket }: BracketDeskProps) {
  const [asked, setAsked] = useState<'make' | 'post' | 'take down' | null>(null)
  const close = () => setAsked(null)
  const posting = usePosting(division, 'post', close)
  const takingDown = usePosting(division, 'take down', close)
  const games = bracket?.rounds.flatMap((round) => round.games) ?? []
  const left = games.filter(({ start }) => start === null)
  const list = (those: readonly Game[]) => listByStakes(those, bracket?.places.length ?? 0)
  const name = divisionLabels[division]
  return (
    <section className={styles['desk']} aria-label="Bracket actions">
      <p className={styles['state']} role="status">
        {bracket === null && 'No bracket yet. Visitors are asked to check back Saturday evening.'}
        {bracket && (posted ? 'Posted: everybody sees this bracket.' : 'A draft: only TD and admin see this bracket.')}
      </p>
      <div className={styles['buttons']}>
        {bracket && !posted && (
          <Button icon={<Megaphone aria-hidden="true" />} onClick={() => setAsked('post')}>
            Post
          </Button>
        )}
        <Button
          variant={bracket ? 'secondary' : 'primary'}
          icon={<Wand2 aria-hidden="true" />}
          onClick={() => setAsked('make')}
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
            onClick={() => setAsked('take down')}
          >
            Take down
          </Button>
        )}
      </div>
      {left.length > 0 && (
        <Notice tone="warn" title={`Without a time and a field: ${list(left)}.`}>
          <p>Add rounds or fields, or move other games, on Edit Schedule.</p>
        </Notice>
      )}
      {asked === 'make' && <MakeBracketDialog division={division} isPosted={posted} onClose={close} />}
      <ConfirmDialog
        open={asked === 'post'}
        title={`Post the bracket (${name})?`}
        confirmLabel="Post"
        command={posting}
        onConfirm={() => posting.run(null)}
        onCancel={close}
      >
        <p>Everybody sees it, and its games in the schedule.</p>
        {left.length > 0 && <p>Without a time and a field: {list(left)}.</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'take down'}
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

const words = {
  post: { done: 'Bracket posted. Everybody sees it now.', failed: 'The bracket could not be posted.' },
  'take down': { done: 'Bracket taken down.', failed: 'The bracket could not be taken down.' },
} as const

function usePosting(division: Division, what: keyof typeof words, onDone: () => void) {
  const params = { division }
  return useUndoableCommand<null, PostedBracket>({
    send: (_, idempotencyKey) =>
      what === 'post'
        ? call('POST /api/brackets/{division}/post', { params }, { idempotencyKey })
        : call('DELETE /api/brackets/{division}/post', { params }, { idempotencyKey }),
    failed: words[what].failed,
    show: (answer, key) => showAnswer<PostedBracket>(draftKey(division), () => answer, key),
    onDone,
    done: () => words[what].done,
  })
}
