// What came by mail survives export and import: the messages, which task came from which, and that it came from outside.
import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openList, run, temporaryFolder } from '../support/imports.ts'
import { startTestService, type TestService } from '../support/service.ts'
