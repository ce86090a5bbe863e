import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { maxZoom, pull, squareOf, wholeCrop, zoomTo } from './crop.ts'
import styles from './Cropper.module.css'
import { faceEdge } from './picture.ts'

type CropperProps = {
  bitmap: ImageBitmap
  /** The canvas shows exactly what is sent. */
  canvas: RefObject<HTMLCanvasElement | null>
  disabled: boolean
}

/** The picture in its square, moved by drag or by sliders, which a keyboard and a screen reader use. */
export function Cropper({ bitmap, canvas, disabled }: CropperProps) {
  const [crop, setCrop] = useState(wholeCrop)
  const from = useRef<{ x: number; y: number }>(undefined)

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const { left, top, side } = squareOf(bitmap, crop)
    const edge = Math.max(1, Math.min(faceEdge, Math.round(side)))
    // Setting the size clears it.
    context.canvas.width = context.canvas.height = edge
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, left, top, side, side, 0, 0, edge, edge)
  }, [bitmap, crop, canvas])

  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    if (disabled) return
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, y: event.clientY }
  }
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!from.current || disabled) return
    const shown = event.currentTarget.clientWidth
    const [right, down] = [event.clientX - from.current.x, event.clientY - from.current.y]
    from.current = { x: event.clientX, y: event.clientY }
    setCrop((held) => pull(bitmap, held, right / shown, down / shown))
  }
  const letGo = () => {
    from.current = undefined
  }
  return (
    <div className={styles.cropper}>
      <canvas
        ref={canvas}
        className={styles.square}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      >
        Ganito ang magiging itsura
      </canvas>
      <fieldset className={styles.levers} disabled={disabled}>
        <legend className="visually-hidden">Aling bahagi ng larawan</legend>
        <Lever
          label="Lapit"
          max={maxZoom}
          min={1}
          value={crop.zoom}
          onChange={(zoom) => setCrop(zoomTo(bitmap, crop, zoom))}
        />
        <Lever quiet label="Pakaliwa o pakanan" value={crop.x} onChange={(x) => setCrop({ ...crop, x })} />
        <Lever quiet label="Pataas o pababa" value={crop.y} onChange={(y) => setCrop({ ...crop, y })} />
      </fieldset>
    </div>
  )
}

type LeverProps = {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  /** Visible only with the focus: a finger drags the picture. */
  quiet?: boolean
}

function Lever({ label, value, onChange, min = 0, max = 1, quiet }: LeverProps) {
  return (
    <label className={quiet ? styles.quiet : styles.lever}>
      <span>{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={0.02}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  )
}
