import type { PointsKind } from '#domain/points.ts';
import type { Tone } from '../../ui/badge.tsx';

export const KIND_NAMES: Record<PointsKind, string> = {
  earned: 'Earned',
  granted: 'Granted',
  deducted: 'Deducted',
  reversed: 'Reversed',
  test: 'Test',
};

export const KIND_TONES: Record<PointsKind, Tone> = {
  earned: 'good',
  granted: 'accent',
  deducted: 'danger',
  reversed: 'warning',
  test: 'plain',
};

/** "+120" or "−40": the sign says which way, not the colour alone. */
export const signed = (points: number): string => {
  const sign = points === 0 ? '' : points < 0 ? '−' : '+';
  return sign + Math.abs(points).toLocaleString();
};
