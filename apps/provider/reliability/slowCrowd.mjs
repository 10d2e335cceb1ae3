/**
 * Connections that send a byte at a time, in a separate thread so that they do not delay the measurements.
 * Reports how long the server kept each one open.
 */
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

const byteMs = 1_000

const { url, project, connections } = workerData
const { hostname, port, host } = new URL(url)
for (let index = 0; index < connections; index += 1) crawl(index)

/** Half of them never finish their headers, the others never finish their bodies. */
function crawl(index) {
  let began = performance.now()
  const socket = connect(Number(port), hostname, () => {
    began = performance.now()
    socket.write(
      index % 2 === 0
        ? `GET /getWallets?projectId=${project} HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `
        : `POST /e?projectId=${project} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\n`,
    )
  })
  const sending = setInterval(() => socket.write('a'), byteMs)
  socket.resume()
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    clearInterval(sending)
    parentPort.postMessage(performance.now() - began)
  })
}
