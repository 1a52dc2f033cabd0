import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { modulesOf } from '../modules.ts'
