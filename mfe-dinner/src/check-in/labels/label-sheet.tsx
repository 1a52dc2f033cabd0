import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { QrCode } from '@ultimate/kit/components/display/qr-code.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { StatedDetails } from '../../common/stated-details.tsx'
import { labelAddress, labelCode } from './label-code.ts'
import styles from './labels.module.css'

export interface LabelSheetProps {
  readonly signups: readonly Signup[]
  readonly onClose: () => void
}

const choices = ['all', 'pending', 'checked-in'] as const
type Choice = (typeof choices)[number]
const filters: Readonly<Record<Choice, (signup: Signup) => boolean>> = {
  all: () => true,
  pending: ({ checked_in }) => !checked_in,
  'checked-in': ({ checked_in }) => checked_in,
}
const words: Readonly<Record<Choice, string>> = { all: 'All dishes', pending: 'Pending', 'checked-in': 'Checked In' }

/** Prints a label for each of the chosen dishes, to be stuck on its tray. Shows the first label as an example. */
export default function LabelSheet({ signups, onClose }: LabelSheetProps) {
  const [choice, setChoice] = useState<Choice>('all')
  const printed = useMemo(() => signups.filter(filters[choice]), [signups, choice])
  const [first] = printed
  return (
    <Dialog
      open
      onClose={onClose}
      title="Labels for the dishes"
      description="Ten on a sheet of Letter or A4. Scan a label to check its dish in, or type its six characters to find it."
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button icon={<Printer aria-hidden="true" />} disabled={printed.length === 0} onClick={() => print()}>
            {printed.length === 1 ? 'Print 1 label' : `Print ${printed.length} labels`}
          </Button>
        </>
      }
    >
      <ChoiceCards
        label="Which dishes"
        id="labels-of"
        value={choice}
        onValueChange={setChoice}
        choices={choices.map((value) => ({
          value,
          label: words[value],
          description: `${signups.filter(filters[value]).length} of them`,
        }))}
      />
      {first && (
        <div className={styles['example']} aria-hidden="true">
          <Label signup={first} />
        </div>
      )}
      {createPortal(
        <div className={styles['sheet']} data-label-sheet>
          {printed.map((signup) => (
            <Label key={signup.id} signup={signup} />
          ))}
        </div>,
        document.body,
      )}
    </Dialog>
  )
}

function Label({ signup }: { readonly signup: Signup }) {
  return (
    <article className={styles['label']}>
      <div className={styles['words']}>
        <bdi className={styles['dish']}>{signup.slot_name}</bdi>
        <bdi>{signup.person_name}</bdi>
        <bdi>{signup.team_name}</bdi>
        <StatedDetails of={signup} look="label" className={styles['allergens']} />
      </div>
      <div className={styles['code']}>
        <QrCode text={labelAddress(location.origin, signup.id)} />
        <span>{labelCode(signup.id)}</span>
      </div>
    </article>
  )
}
