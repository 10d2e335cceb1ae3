import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createManualClock } from '../testing/manualClock.js'
import { createOutbound, type OutboundParts } from './createOutbound.js'

/** A request to it means that the protection failed. */
let canary: Server
let port: number
let visits = 0
let answer: RequestListener

beforeAll(async () => {
  canary = createServer((request, response) => answer(request, response))
  canary.on('connection', () => {
    visits += 1
  })
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  port = (canary.address() as AddressInfo).port
})
afterAll(() => {
  canary.closeAllConnections()
  canary.close()
})

/** DNS answers of an attacker's server. */
const addressesByName: Record<string, readonly string[]> = {
  'local.example': ['127.0.0.1'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mixed-late.example': ['93.184.216.34', '2606:2800:220:1::1', '::1'],
  'six.example': ['::1'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'empty.example': [],
  'words.example': ['localhost'],
}

function dialled(host: string): readonly string[] {
  const inside = /^(?:.*\.)?(\d+)[.-](\d+)[.-](\d+)[.-](\d+)\.(?:nip\.io|sslip\.io)$/.exec(host)
  if (inside) return [inside.slice(1).join('.')]
  if (/^(?:.*\.)?localhost\.?$/.test(host)) return ['127.0.0.1']
  return addressesByName[host] ?? ['127.0.0.1']
}

const publicUrls = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '0.1.2.3',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0177.0x0.0.01',
  '10.0.0.1',
  '10.255.255.255',
  '0x0a000001',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.1.254',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:10.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::1]',
  '[100::1]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[3fff::1]',
  '[fc00::1]',
  '[fd00::1]',
  '[fd12:3456:789a::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[ff05::2]',
  '[::ffff:a00:1]',
  '[5f00::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  '127.0.0.1.nip.io',
  '127-0-0-1.nip.io',
  'www.127.0.0.1.nip.io',
  '10.0.0.1.nip.io',
  '169.254.169.254.sslip.io',
  '192-168-1-1.sslip.io',
  'local.example',
  'mixed.example',
  'mixed-late.example',
  'six.example',
  'metadata.example',
  'mapped.example',
  'nat64.example',
  'empty.example',
  'words.example',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
]

const wholeUrls = (at: number) => [
  `http://127.0.0.1:${at}/`,
  `https://127.0.0.1:${at}/`,
  `https://localhost:${at}/`,
  `https://[::1]:${at}/`,
  `https://93.184.216.34:${at}/`,
  `http://93.184.216.34/`,
  `https://user@127.0.0.1/`,
  `https://user:word@93.184.216.34/`,
  `https://93.184.216.34@127.0.0.1:${at}/`,
  `https://127.0.0.1\\@93.184.216.34/`,
  `https://93.184.216.34%2f@127.0.0.1/`,
  `https://127.0.0.1:${at}#@93.184.216.34/`,
  `https://127.0.0.1:${at}?@93.184.216.34/`,
  `https:127.0.0.1`,
  `https:///127.0.0.1/`,
  `https:\\\\127.0.0.1\\`,
  ` https://127.0.0.1/`,
  `https://127.0.0.1\t/`,
  `HTTPS://127.0.0.1/`,
  `//127.0.0.1:${at}/`,
  `127.0.0.1:${at}`,
  `file:///etc/passwd`,
  `ftp://127.0.0.1:${at}/`,
  `gopher://127.0.0.1:${at}/_GET`,
  `data:text/plain,hello`,
  `blob:http://127.0.0.1:${at}/x`,
  `unix:/var/run/docker.sock`,
  `http+unix://%2Fvar%2Frun%2Fdocker.sock/`,
  `javascript:1`,
  `ws://127.0.0.1:${at}/`,
  ``,
]

describe('an untrusted URL', () => {
  it('never reaches a private address', async () => {
    const dials = vi.spyOn(Socket.prototype, 'connect')
    const outbound = createOutbound({ resolve: async (host) => dialled(host) })
    const payloads = [...publicUrls.map((host) => `https://${host}/`), ...wholeUrls(port)]
    expect(payloads.length).toBeGreaterThanOrEqual(120)
    const reached: string[] = []
    for (const payload of payloads) {
      const code = await outbound.send(payload).then(
        () => 'answered',
        (error: { code: string }) => error.code,
      )
      const isNowhere = code === 'unreachable' && /empty|words/.test(payload)
      if (!['url-refused', 'address-refused'].includes(code) && !isNowhere) reached.push(payload)
    }
    expect(reached).toEqual([])
    expect(dials).not.toHaveBeenCalled()

    // Shows that the counter works: the operator's own address is allowed.
    answer = (_, response) => response.end()
    const own = createOutbound({ allowPrivate: [`http://127.0.0.1:${port}`] })
    await own.send(`http://127.0.0.1:${port}/`)
    expect(dials).toHaveBeenCalledOnce()
    own.stop()
    dials.mockRestore()
  })

  it('is rejected on port 80 and over HTTP, except in development', async () => {
    const code = (parts: OutboundParts) =>
      createOutbound({ resolve: async () => ['127.0.0.1'], ...parts })
        .send('http://public.example/')
        .catch((error: { code: string }) => error.code)
    expect(await code({})).toBe('url-refused')
    expect(await code({ isDevelopment: true })).toBe('address-refused')
  })

  it('is resolved once, so DNS rebinding has no effect', async () => {
    visits = 0
    const clock = createManualClock()
    let lookups = 0
    const outbound = createOutbound({
      clock,
      // A public address without a server; a second lookup would return this machine.
      resolve: async () => (lookups++ === 0 ? ['192.0.1.1'] : ['127.0.0.1']),
    })
    const sent = outbound
      .send('https://flip.example/')
      .catch((error: { code: string }) => error.code)
    await expect.poll(() => lookups).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    clock.advance(10_000)
    expect(['too-slow', 'unreachable']).toContain(await sent)
    expect({ lookups, visits }).toEqual({ lookups: 1, visits: 0 })
  })

  it('is not trusted because it looks like a configured origin', async () => {
    visits = 0
    const outbound = createOutbound({
      resolve: async () => ['127.0.0.1'],
      allowPrivate: [`http://node.example:${port}`],
    })
    for (const url of [
      `http://node.example:${port + 1}/`,
      `https://node.example:${port}/`,
      `http://node.example.evil.example:${port}/`,
      `http://127.0.0.1:${port}/`,
    ]) {
      await expect(outbound.send(url)).rejects.toMatchObject({ code: /refused/ })
    }
    expect(visits).toBe(0)
  })
})

describe('an outgoing call', () => {
  const own = (more: OutboundParts = {}) =>
    createOutbound({
      resolve: async () => ['127.0.0.1'],
      allowPrivate: [`http://node.example:${port}`],
      ...more,
    })
  const url = () => `http://node.example:${port}/path?q=1`

  it('connects to the checked address with its host name', async () => {
    answer = (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        response.setHeader('X-Kept', 'yes')
        response.end(
          JSON.stringify([
            request.method,
            request.url,
            request.headers.host,
            `${Buffer.concat(chunks)}`,
          ]),
        )
      })
    }
    const got = await own().send(url(), { method: 'POST', body: 'é' })
    expect(JSON.parse(got.text())).toEqual(['POST', '/path?q=1', `node.example:${port}`, 'é'])
    expect(got).toMatchObject({ status: 200, headers: { 'x-kept': 'yes' } })
  })

  it('resolves a configured host again after half a minute, or a failure', async () => {
    const clock = createManualClock()
    let lookups = 0
    const outbound = own({
      clock,
      async resolve() {
        lookups += 1
        return ['127.0.0.1']
      },
    })
    answer = (_, response) => response.end()
    await outbound.send(url())
    await outbound.send(url())
    expect(lookups).toBe(1)
    clock.advance(30_000)
    await outbound.send(url())
    expect(lookups).toBe(2)
    answer = (_, response) => response.destroy()
    await expect(outbound.send(url())).rejects.toMatchObject({ code: 'unreachable' })
    answer = (_, response) => response.end()
    await outbound.send(url())
    expect(lookups).toBe(3)
  })

  it('reuses connections', async () => {
    const ports = new Set<number | undefined>()
    const waiting: (() => void)[] = []
    answer = (request, response) => {
      ports.add(request.socket.remotePort)
      waiting.push(() => response.end('a'))
    }
    const outbound = own()
    const sendTwice = async () => {
      const sent = [outbound.send(url()), outbound.send(url())]
      await expect.poll(() => waiting.length).toBe(2)
      for (const respond of waiting.splice(0)) respond()
      await Promise.all(sent)
    }
    for (let round = 0; round < 10; round += 1) await sendTwice()
    // A connection is free a moment after its response.
    expect(ports.size).toBeLessThanOrEqual(4)
    outbound.stop()
  })

  it('keeps names at the same address apart', async () => {
    const hosts: [string | undefined, number | undefined][] = []
    answer = (request, response) => {
      hosts.push([request.headers.host, request.socket.remotePort])
      response.end()
    }
    const other = `http://other.example:${port}`
    const outbound = own({ allowPrivate: [`http://node.example:${port}`, other] })
    for (const address of [url(), other, url()]) await outbound.send(address)
    const [[first, onePort], [second, otherPort], [third, samePort]] = hosts as [
      [string, number],
      [string, number],
      [string, number],
    ]
    expect([first, second, third]).toEqual([
      `node.example:${port}`,
      `other.example:${port}`,
      `node.example:${port}`,
    ])
    expect(samePort).toBe(onePort)
    expect(otherPort).not.toBe(onePort)
    outbound.stop()
  })

  it('connects again after the server closed the connection', async () => {
    answer = (_, response) => response.setHeader('connection', 'close').end('a')
    const outbound = own()
    for (let sent = 0; sent < 3; sent += 1) expect((await outbound.send(url())).status).toBe(200)
    outbound.stop()
  })

  it('does not follow redirects', async () => {
    answer = (_, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    }
    expect(await own().send(url())).toMatchObject({
      status: 302,
      headers: { location: 'http://169.254.169.254/' },
    })
  })

  it('accepts responses up to its limit', async () => {
    answer = (_, response) => response.end('a'.repeat(1_000))
    expect((await own().send(url(), { maxBytes: 1_000 })).bytes.length).toBe(1_000)
    await expect(own().send(url(), { maxBytes: 999 })).rejects.toMatchObject({
      code: 'too-large',
    })
  })

  it('times out after ten seconds, also during a response', async () => {
    const clock = createManualClock()
    let begun = false
    answer = (_, response) => {
      response.write('a')
      begun = true
    }
    const sent = own({ clock }).send(url())
    sent.catch(() => undefined)
    await expect.poll(() => begun).toBe(true)
    clock.advance(10_000)
    await expect(sent).rejects.toMatchObject({ code: 'too-slow' })
  })

  it('times out after ten seconds when DNS does not respond', async () => {
    const clock = createManualClock()
    const sent = own({ clock, resolve: () => new Promise(() => {}) }).send(url())
    clock.advance(10_000)
    await expect(sent).rejects.toMatchObject({ code: 'too-slow' })
  })

  it('ends when its signal aborts', async () => {
    answer = () => undefined
    const leaving = new AbortController()
    const sent = own().send(url(), { signal: leaving.signal })
    leaving.abort()
    await expect(sent).rejects.toMatchObject({ code: 'aborted' })
  })

  it('does not leak memory', async () => {
    answer = (_, response) => response.end('a')
    const outbound = own()
    const send = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1) {
        await outbound.send(url(), { signal: new AbortController().signal })
      }
    }
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    await send(100)
    collect()
    const before = process.memoryUsage().heapUsed
    await send(400)
    collect()
    outbound.stop()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400 * 2_000)
  })

  it('fails when the response is cut off', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('abc', () => response.destroy())
    }
    await expect(own().send(url())).rejects.toMatchObject({ code: 'unreachable' })
  })
})
