#!/usr/bin/env node
import { launch } from './launch.mjs'

await launch('tandem-mcp.ts')
