import fs, { existsSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { prepareCluster } from './cluster.js'

/** Replaces PostgreSQL's initdb, which syncs its own files to the disk. */
const fakeInitdb = `#!/bin/sh
for word in "$@"; do case $word in --pgdata=*) echo 18 > "\${word#--pgdata=}/PG_VERSION";; esac; done
`

it.runIf(process.platform === 'linux')(
  'flushes a new cluster and its password to disk',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-cluster-'))
    const initdb = join(dataDir, 'initdb')
    writeFileSync(initdb, fakeInitdb, { mode: 0o755 })
    const flushed: string[] = []
    const flush = fs.fsyncSync
    const watch = vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
      const path = readlinkSync(`/proc/self/fd/${file}`)
      const isMade = existsSync(join(dataDir, 'postgres'))
      flushed.push(`${path === dataDir ? 'directory' : basename(path)}${isMade ? ', made' : ''}`)
      flush(file)
    })
    syncBuiltinESMExports()
    try {
      const { password } = await prepareCluster(dataDir, { initdb, postgres: initdb }, undefined)
      expect(password).toMatch(/^[0-9a-f]{48}$/)
      expect(flushed).toEqual([
        expect.stringMatching(/^postgres\.password/),
        'directory',
        'directory, made',
      ])
    } finally {
      watch.mockRestore()
      syncBuiltinESMExports()
      rmSync(dataDir, { recursive: true })
    }
  },
)
