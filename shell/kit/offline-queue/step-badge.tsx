import { Check, CircleX, CloudOff, CloudUpload, type LucideIcon } from 'lucide-react'
import { Badge, type BadgeTone } from '../components/feedback/badge.tsx'
import { type CommandStep, stepWords } from './queued-command.ts'

const looks: Readonly<Record<CommandStep, { readonly tone: BadgeTone; readonly icon: LucideIcon }>> = {
  'not-sent': { tone: 'warn', icon: CloudOff },
  sending: { tone: 'neutral', icon: CloudUpload },
  sent: { tone: 'good', icon: Check },
  refused: { tone: 'bad', icon: CircleX },
}

/** How far a command has come: in a word, with a shape of its own. */
export function StepBadge({
  step,
  className,
}: {
  readonly step: CommandStep
  readonly className?: string | undefined
}) {
  const { tone, icon } = looks[step]
  return (
    <Badge tone={tone} icon={icon} className={className}>
      {stepWords[step]}
    </Badge>
  )
}
