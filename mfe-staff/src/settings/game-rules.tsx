import type { GameRule } from '@ultimate/events/language/edition-facts.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { FieldMessage } from '@ultimate/kit/components/fields/field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import styles from './settings-page.module.css'

interface GameRulesProps {
  readonly id: string
  /** The rules as JSON. */
  readonly value: string
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly onValueChange: (value: string) => void
}

const parts = [
  { key: 'what', label: 'About' },
  { key: 'number', label: 'In numbers' },
  { key: 'how', label: 'In words' },
] as const

/** The rules in numbers, as the info page shows them. */
export function GameRules({ id, value, error, readOnly, onValueChange }: GameRulesProps) {
  const rules = JSON.parse(value) as readonly GameRule[]
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const change = (next: readonly GameRule[]) => readOnly || onValueChange(JSON.stringify(next))
  const remove = (at: number) => {
    change(rules.filter((_, index) => index !== at))
    add.current?.focus()
  }
  const addRule = () => {
    change([...rules, { what: '', number: '', how: '' }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <fieldset className={styles['group']} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>Game rules</legend>
      <ul ref={list} className={styles['rules']}>
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has nothing else that stays while it is typed
          <li key={at} className={styles['rule']}>
            {parts.map(({ key, label }, part) => (
              <TextField
                key={key}
                {...(at === 0 && part === 0 && { id })}
                label={label}
                autoComplete="off"
                readOnly={readOnly}
                value={rule[key]}
                onValueChange={(text) => change(rules.with(at, { ...rule, [key]: text }))}
              />
            ))}
            <IconButton
              className={styles['remove']}
              variant="quiet"
              label={`Remove the rule ${rule.what || at + 1}`}
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => remove(at)}
            />
          </li>
        ))}
      </ul>
      <FieldMessage control={id} error={error} />
      <Button
        ref={add}
        variant="secondary"
        size="compact"
        icon={<Plus aria-hidden="true" />}
        aria-disabled={readOnly}
        onClick={addRule}
      >
        Add a rule
      </Button>
    </fieldset>
  )
}
