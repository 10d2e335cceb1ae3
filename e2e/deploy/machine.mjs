import { execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../../scripts/lib/ports.mjs'
import { inRoot } from '../../scripts/lib/root.mjs'

const run = promisify(execFile)

/** Folders that stand for those of a machine that the page sets up. */
const folders = [
  'etc/systemd/system',
  'etc/caddy',
  'var/lib',
  'var/backups',
  'usr/local',
  'run',
  'bin',
]

/**
 * A machine inside a temporary folder. Commands of the docs run with its `/etc`, `/var` and `/usr/local`;
 * `systemctl`, `npm`, `curl` and `apt-get` are replaced where they would reach outside.
 */
export async function createMachine({ archive, mailUrl }) {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-machine-'))
  chmodSync(root, 0o755)
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true })
  const [tlsPort, plainPort, databasePort] = await findPorts(3)
  const started = new Map()
  const stopPostgres = await startPostgres(join(root, 'run'), databasePort)
  const env = {
    PATH: `${join(root, 'bin')}:${join(root, 'usr/local/bin')}:${process.env.PATH}:/usr/sbin:/sbin`,
    HOME: join(root, 'run'),
    PGHOST: join(root, 'run'),
    PGPORT: String(databasePort),
    npm_config_cache: join(root, 'run/npm'),
    npm_config_ignore_scripts: 'true',
    npm_config_registry: await registry(),
  }

  function writeProgram(name, lines) {
    writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  }
  const real = (name) => `PATH=$(echo "$PATH" | sed 's#^[^:]*:##') exec ${name}`
  writeProgram('apt-get', 'exit 0')
  // The account stays from an earlier run.
  writeProgram('useradd', `id latchkey > /dev/null 2>&1 && exit 0; ${real('useradd')} "$@"`)
  writeProgram(
    'npm',
    `for one in "$@"; do shift; [ "$one" = @latchkey/provider ] && one='${archive}'; set -- "$@" "$one"; done; ${real('npm')} "$@"`,
  )
  writeProgram(
    'curl',
    `${real('curl')} --connect-to ::127.0.0.1:$TLS_PORT --cacert '${join(root, 'ca.pem')}' "$@"`,
  )
  writeProgram('systemctl', `echo "$@" >> '${join(root, 'run/systemctl')}'`)

  /** Commands of the docs, with this machine's folders and ports. */
  const localize = (text) =>
    text
      .replaceAll(/(?<![\w./])\/(etc|var|usr\/local)(?=[/\s]|$)/gm, `${root}/$1`)
      .replaceAll('@127.0.0.1/latchkey', `@127.0.0.1:${databasePort}/latchkey`)
      .replaceAll('smtp://user:password@mail.example:587', mailUrl)

  /** What `systemctl` was told since the last call is done. */
  async function obeySystemctl() {
    const path = join(root, 'run/systemctl')
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
    rmSync(path, { force: true })
    for (const line of lines) {
      const [verb, ...names] = line.split(' ').filter((word) => word !== '--now')
      if (verb === 'enable') for (const name of names) startUnit(name)
      if (verb === 'reload') await startCaddy()
    }
  }

  function start(name, command, args, options = {}) {
    const log = []
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => log.push(chunk))
    const program = { child, ended, log: () => Buffer.concat(log).toString() }
    started.set(name, program)
    return program
  }

  function startUnit(name) {
    const unit = readFileSync(
      join(root, 'etc/systemd/system', name.includes('.') ? name : `${name}.service`),
      'utf8',
    )
    const user = /^User=(.*)$/m.exec(unit)?.[1]
    const command = /^ExecStart=(.*)$/m.exec(unit)?.[1]
    // A timer has no command.
    if (command)
      start(name, 'setpriv', [
        '--pdeathsig',
        'TERM',
        'runuser',
        '-u',
        user,
        '--',
        ...localize(command).split(' '),
      ])
  }

  async function startCaddy() {
    const path = join(root, 'etc/caddy/Caddyfile')
    const storage = join(root, 'run/caddy')
    const own = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttps_port ${tlsPort}\n\thttp_port ${plainPort}\n\tstorage file_system ${storage}\n}\n`
    writeFileSync(join(root, 'run/Caddyfile'), own + readFileSync(path, 'utf8'))
    start('caddy', 'caddy', [
      'run',
      '--adapter',
      'caddyfile',
      '--config',
      join(root, 'run/Caddyfile'),
    ])
    const authority = join(storage, 'pki/authorities/local/root.crt')
    for (let waited = 0; waited < 60_000 && !existsSync(authority); waited += 100) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    writeFileSync(join(root, 'ca.pem'), readFileSync(authority))
  }

  return {
    root,
    tlsPort,
    start,
    localize,
    logOf: (name) => started.get(name)?.log() ?? '',
    /** Runs shell commands; `variables` of earlier ones are known. Returns the output. */
    async shell(script, { port = tlsPort } = {}) {
      const file = join(root, 'run/variables')
      const whole = `set -e\n[ -e ${file} ] && . ${file}\n${localize(script)}\nset | grep -E '^(PROJECT|DATABASE_PASSWORD)=' > ${file} || true`
      const { stdout } = await run('bash', ['-c', whole], {
        cwd: join(root, 'run'),
        env: { ...process.env, ...env, TLS_PORT: String(port) },
        maxBuffer: 16e6,
      })
      await obeySystemctl()
      return stdout
    },
    async stop(name) {
      const program = started.get(name)
      program?.child.kill('SIGTERM')
      await program?.ended
      started.delete(name)
    },
    async stopAll() {
      for (const name of [...started.keys()].reverse()) await this.stop(name)
      await stopPostgres()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** The registry this machine uses, also with another home. */
const registry = async () => (await run('npm', ['config', 'get', 'registry'])).stdout.trim()

async function findPorts(count) {
  const ports = new Set()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}

/** Debian's PostgreSQL on its own data, for which only its account needs no password. */
async function startPostgres(folder, port) {
  const [version] = readdirSync('/usr/lib/postgresql').sort().reverse()
  const programs = join('/usr/lib/postgresql', version, 'bin')
  await run('chown', ['postgres', folder])
  chmodSync(folder, 0o777)
  const data = join(folder, 'postgres')
  const asPostgres = (program, ...args) =>
    run('runuser', ['-u', 'postgres', '--', join(programs, program), ...args], { cwd: folder })
  await asPostgres('initdb', '-D', data, '--auth-local=peer', '--auth-host=scram-sha-256')
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`
  await asPostgres(
    'pg_ctl',
    '-D',
    data,
    '-l',
    join(folder, 'postgres.log'),
    '-w',
    '-o',
    options,
    'start',
  )
  return () => asPostgres('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop')
}

/** The shell blocks of a page, in order; those marked `skip` are left out. */
export function readBlocks(path, language = 'sh') {
  const text = readFileSync(inRoot(path), 'utf8')
  return [...text.matchAll(/^```(\S+)( skip)?\n([\s\S]*?)^```$/gm)]
    .filter(([, found, skip]) => found === language && skip === undefined)
    .map(([, , , content]) => content)
}
