import { randomUUID } from 'node:crypto'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { Platform } from '../platform/module.ts'
import { systemContext } from './first-td.ts'
import { demoPictures } from './photos/demo-pictures.ts'
import { addPhotoWithFiles } from './write/add-photo.ts'
import { addUserWithPassword } from './write/users/add-user.ts'

/** For trying things out only: everyone can read their passwords in docs/operations.md. */
const staff = [
  {
    person: { username: 'admin', fullName: 'Ada Admin', email: 'admin@example.org' },
    role: 'admin',
    password: 'demo-admin',
  },
  {
    person: { username: 'helper', fullName: 'Hank Helper', email: 'helper@example.org' },
    role: 'helper',
    password: 'demo-helper',
  },
] as const

/** Adds one admin and one helper beside the first TD; running it again adds no user. */
export async function seedDemo(platform: Platform): Promise<void> {
  for (const member of staff) {
    await addUserWithPassword(
      platform,
      { id: randomUUID(), verified: true, ...member },
      systemContext(platform, 'demo'),
    ).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'USERNAME_TAKEN') throw error
    })
  }
}

/** Adds a few photos by the command that people use. Running it again would add them again. */
export async function seedDemoPhotos(platform: Platform): Promise<void> {
  for (const { title, picture } of demoPictures)
    await addPhotoWithFiles(
      platform,
      { id: randomUUID(), title, picture: await picture() },
      systemContext(platform, 'demo'),
    )
}
