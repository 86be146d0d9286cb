/** Measures how many CPU seconds a fixed piece of work takes on this machine, of which more is slower. */
export class SpeedProbe {
  start(): void;
  stop(): Promise<{ speed: number; load: number }>;
}
