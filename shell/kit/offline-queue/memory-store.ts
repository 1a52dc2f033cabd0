import type { NewCommand, QueuedCommand } from './command.ts'
import type { CommandStore } from './engine.ts'

/** Stores commands in the memory of this tab. Their order comes after that of all commands in the database. */
export function memoryStore(): CommandStore & { readonly has: (command: QueuedCommand) => boolean } {
  const commands = new Map<string, QueuedCommand>()
  let order = Number.MAX_SAFE_INTEGER / 2
  return {
    has: ({ key }) => commands.has(key),
    all: async () => [...commands.values()],
    async add(command: NewCommand) {
      if (commands.has(command.key)) throw new DOMException('This key is taken', 'ConstraintError')
      const stored = { ...command, order: ++order }
      commands.set(command.key, stored)
      return stored
    },
    async put(command) {
      if (commands.has(command.key)) commands.set(command.key, command)
    },
    remove: async ({ key }) => void commands.delete(key),
  }
}
