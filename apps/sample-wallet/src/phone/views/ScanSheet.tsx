import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { Phone } from '../model/createPhone.js'
import { Icon } from '../parts/Icon.js'
import { Sheet } from '../parts/Sheet.js'
import { createCodeReader, type ReadCode } from '../scan/readCode.js'
import { watchCamera } from '../scan/watchCamera.js'

type Props = { readonly phone: Phone; readonly onClose: () => void }
type Sight = 'starting' | 'camera' | 'no-camera'

const sightTexts: Readonly<Record<Sight, string>> = {
  starting: 'Starting the camera.',
  camera: 'Hold the code inside the frame.',
  'no-camera': 'No camera here. Choose a picture of the code, or paste its link.',
}

export function ScanSheet({ phone, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const reader = useRef<ReadCode>(undefined)
  const [sight, setSight] = useState<Sight>('starting')
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    const stop = new AbortController()
    async function look() {
      reader.current = await createCodeReader()
      if (stop.signal.aborted || !video.current) return
      const seen = await watchCamera(video.current, reader.current, {
        signal: stop.signal,
        onStart: () => setSight('camera'),
      })
      if (stop.signal.aborted) return
      if (seen === undefined) return setSight('no-camera')
      await take(seen)
    }
    async function take(text: string) {
      const outcome = await phone.pair(text)
      if (outcome) setProblem(outcome)
      else onClose()
    }
    look()
    return () => stop.abort()
  }, [phone, onClose])

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    if (!file) return
    const text = await readPicture(file, reader.current)
    const outcome = text ? await phone.pair(text) : 'There is no readable code in this picture.'
    if (outcome) setProblem(outcome)
    else onClose()
  }

  return (
    <Sheet
      title="Scan a code"
      actions={
        <>
          <button type="button" onClick={onClose}>
            Close
          </button>
          <label className="file-button">
            Choose picture
            <input className="hidden" type="file" accept="image/*" onChange={choose} />
          </label>
        </>
      }
    >
      <p className="sentence">{sightTexts[sight]}</p>
      <div className="camera" hidden={sight !== 'camera'}>
        <video ref={video} muted playsInline aria-label="Camera picture" />
      </div>
      {problem && (
        <p className="problem" role="alert">
          <Icon name="problem" />
          {problem}
        </p>
      )}
    </Sheet>
  )
}

async function readPicture(file: File, read: ReadCode | undefined): Promise<string | undefined> {
  try {
    return await read?.(await createImageBitmap(file))
  } catch {
    // An unreadable image counts as an image without a code.
    return undefined
  }
}
