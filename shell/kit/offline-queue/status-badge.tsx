import { Check, CircleX, CloudOff, CloudUpload, type LucideIcon } from 'lucide-react'
import { Badge, type BadgeTone } from '../components/feedback/badge.tsx'
import { type QueuedStatus, statusWords } from './command.ts'

const looks: Readonly<Record<QueuedStatus, { readonly tone: BadgeTone; readonly icon: LucideIcon }>> = {
  queued: { tone: 'warn', icon: CloudOff },
  sending: { tone: 'neutral', icon: CloudUpload },
  done: { tone: 'good', icon: Check },
  rejected: { tone: 'bad', icon: CircleX },
}

/** Shows the status of a command: in a word, with a shape of its own. */
export function StatusBadge({
  status,
  className,
}: {
  readonly status: QueuedStatus
  readonly className?: string | undefined
}) {
  const { tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={icon} className={className}>
      {statusWords[status]}
    </Badge>
  )
}
