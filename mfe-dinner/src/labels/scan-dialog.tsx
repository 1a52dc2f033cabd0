import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { useEffect, useRef, useState } from 'react'
import { codeOfLabel } from './label-code.ts'
import styles from './labels.module.css'
import { readQr } from './qr.ts'

export interface ScanDialogProps {
  readonly onFound: (code: string) => void
  readonly onClose: () => void
}

type State = 'opening' | 'looking' | 'foreign' | 'refused'

const words: Readonly<Record<Exclude<State, 'refused'>, string>> = {
  opening: 'The camera opens…',
  looking: 'Hold the label into the picture.',
  foreign: 'This is no label of a dish. Hold another one into the picture.',
}

/** Finds a dish by the label on its tray. */
export default function ScanDialog({ onFound, onClose }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<State>('opening')
  const found = useRef(onFound)
  found.current = onFound
  useEffect(() => {
    const ended = new AbortController()
    void scan(video.current, ended.signal, {
      onState: setState,
      onText: (text) => {
        const code = codeOfLabel(text)
        if (code === null) return setState('foreign')
        ended.abort()
        found.current(code)
      },
    })
    return () => ended.abort()
  }, [])
  return (
    <Dialog
      open
      onClose={onClose}
      title="Scan a label"
      actions={
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {state === 'refused' ? (
        <Notice tone="warn" announce="alert" title="The camera cannot be opened">
          It may be forbidden for this site, or in use elsewhere. Typing the six characters of the label into the search
          finds the dish as well.
        </Notice>
      ) : (
        <p role="status">{words[state]}</p>
      )}
      <video ref={video} className={styles['video']} hidden={state === 'refused'} muted playsInline />
    </Dialog>
  )
}

interface ScanEffects {
  readonly onState: (state: State) => void
  readonly onText: (text: string) => void
}

/** Looks some times a second, which leaves the phone time for the picture. */
const pauseMs = 200

/** Shows the camera behind the phone, and gives the text of each QR code in its picture, until it is ended. */
async function scan(video: HTMLVideoElement | null, ended: AbortSignal, { onState, onText }: ScanEffects) {
  try {
    if (!video) return
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    const stop = () => {
      for (const track of stream.getTracks()) track.stop()
    }
    if (ended.aborted) return stop()
    ended.addEventListener('abort', stop)
    video.srcObject = stream
    await video.play()
    onState('looking')
    const read = await reader()
    while (!ended.aborted) {
      const text = await read(video)
      if (text !== null && !ended.aborted) onText(text)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  } catch (error) {
    if (!ended.aborted) onState('refused')
    console.warn('Scanning failed', error)
  }
}

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorClass = (new (options: {
  formats: string[]
}) => Detector) & {
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's own detector where it has one, which spares the battery; else the library's. */
async function reader(): Promise<(video: HTMLVideoElement) => Promise<string | null>> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (BarcodeDetector && formats.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  }
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video
    if (!context || width === 0) return null
    canvas.width = width
    canvas.height = height
    context.drawImage(video, 0, 0)
    return readQr(context.getImageData(0, 0, width, height))
  }
}
