import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ArrowUp } from 'lucide-react'
import styles from './incomplete-bar.module.css'
import { firstFieldId } from './person-form.tsx'

/** Stays in sight below the slots that cannot be taken yet, and leads back up to what is missing. */
export function IncompleteBar() {
  return (
    <div className={styles['place']}>
      <div className={styles['bar']} data-ground="festive">
        <p>Complete your information above to sign up for slots</p>
        <Button
          variant="secondary"
          size="compact"
          icon={<ArrowUp aria-hidden="true" />}
          onClick={() => document.getElementById(firstFieldId)?.focus()}
        >
          Take me there
        </Button>
      </div>
    </div>
  )
}
