/** Linear sRGB, each from 0 to 1. */
export type Rgb = readonly [number, number, number];
type Matrix = readonly [Rgb, Rgb, Rgb];

export const VISIONS = ['normal', 'protan', 'deutan', 'tritan'] as const;
export type Vision = (typeof VISIONS)[number];

/** Machado, Oliveira and Fernandes (2009), for the whole loss of a cone. */
const MACHADO: Record<Exclude<Vision, 'normal'>, Matrix> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

export function parseHex(hex: string): Rgb {
  const channel = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** As WCAG 2 defines it. */
export function contrast(a: Rgb, b: Rgb): number {
  const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

export function seenWith(vision: Vision, colour: Rgb): Rgb {
  if (vision === 'normal') return colour;
  return times(MACHADO[vision], colour).map((value) => Math.min(1, Math.max(0, value))) as unknown as Rgb;
}

export function oklabDistance(a: Rgb, b: Rgb): number {
  const [first, second] = [oklab(a), oklab(b)];
  return Math.hypot(...first.map((value, index) => value - (second[index] ?? 0)));
}

function oklab(colour: Rgb): Rgb {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    colour,
  ).map(Math.cbrt) as unknown as Rgb;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

function times(matrix: Matrix, [x, y, z]: Rgb): Rgb {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Rgb;
}
