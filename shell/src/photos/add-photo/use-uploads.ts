import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { type ActorRefFrom, createActor, type SnapshotFrom } from 'xstate'
import { refreshPhotos } from '../photos-query.ts'
import { storedSentence, titleFrom, uploadMachine } from './add-photo.machine.ts'
import { deliver } from './deliver.ts'

interface Picked {
  readonly id: string
  readonly file: File
  /** Address of the file itself, to be seen before it is sent. */
  readonly preview: string
  readonly actor: ActorRefFrom<typeof uploadMachine>
}

export interface Upload extends Omit<Picked, 'actor'> {
  readonly snapshot: SnapshotFrom<typeof uploadMachine>
  readonly name: (title: string) => void
  readonly send: () => void
  readonly cancel: () => void
  readonly remove: () => void
}

export const titleFieldOf = (id: string): string => `upload-title-${id}`

function pick(file: File, onStored: (key: string) => void): Picked {
  const machine = uploadMachine.provide({
    actors: { deliver: deliver(file, refreshPhotos) },
    actions: { announce: ({ context: { attempt } }) => onStored(attempt?.key ?? '') },
  })
  const actor = createActor(machine, { input: { title: titleFrom(file.name) } })
  return { id: newKey(), file, preview: URL.createObjectURL(file), actor }
}

const isUnderway = ({ actor }: Picked): boolean => actor.getSnapshot().matches('underway')

function drop({ actor, preview }: Picked): void {
  actor.stop()
  URL.revokeObjectURL(preview)
}

/** The files that were picked and are not stored yet. They go on while the manager is closed, and end with the page. */
export function useUploads() {
  const picked = useRef<readonly Picked[]>([])
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0)
  /** The keys of those that are stored and not told yet: many photos make one sentence. */
  const stored = useRef<string[]>([])

  useEffect(
    () => () => {
      picked.current.forEach(drop)
      picked.current = []
    },
    [],
  )

  const remove = useCallback((gone: Picked) => {
    drop(gone)
    picked.current = picked.current.filter((other) => other !== gone)
    redraw()
  }, [])

  const tell = useCallback(() => {
    redraw()
    if (stored.current.length === 0 || picked.current.some(isUnderway)) return
    toast.success(storedSentence(stored.current.length), offerUndo(stored.current))
    stored.current = []
  }, [])
  const add = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file) => pick(file, (key) => stored.current.push(key)))
      picked.current = [...picked.current, ...added]
      for (const one of added) {
        one.actor.subscribe({
          next: tell,
          complete: () => {
            remove(one)
            tell()
          },
        })
        one.actor.start()
      }
      redraw()
    },
    [remove, tell],
  )

  const uploads = picked.current.map((one): Upload => {
    const { id, file, preview, actor } = one
    return {
      id,
      file,
      preview,
      snapshot: actor.getSnapshot(),
      name: (title) => actor.send({ type: 'name', title }),
      send: () => actor.send({ type: 'send', key: newKey() }),
      cancel: () => actor.send({ type: 'cancel' }),
      remove: () => remove(one),
    }
  })

  const sendAll = () => {
    for (const { actor } of picked.current) actor.send({ type: 'send', key: newKey() })
    const untitled = picked.current.find(({ actor }) => actor.getSnapshot().matches('naming'))
    if (untitled) document.getElementById(titleFieldOf(untitled.id))?.focus()
  }

  return {
    uploads,
    add,
    sendAll,
    underway: uploads.filter(({ snapshot }) => snapshot.matches('underway')).length,
    /** Those with a typed title, which is lost with the page. */
    titled: uploads.filter(({ file, snapshot: { context } }) => context.title !== titleFrom(file.name)).length,
  }
}
