import { Gauge } from 'prom-client';
import { UnavailableError } from '../../errors/errors.js';
import { Admission } from './admission.js';

const gauge = new Gauge({ name: 'bytes', help: 'Bytes in flight.', registers: [] });

describe('Admission', () => {
  it('admits requests up to the limit, and again after they are released', () => {
    const admission = new Admission(100, gauge);
    const first = admission.admit(60);
    expect(() => admission.admit(60)).toThrow(UnavailableError);
    first.release();
    expect(() => admission.admit(60)).not.toThrow();
  });

  it('counts bytes as they arrive', () => {
    const admission = new Admission(100, gauge);
    const [one, other] = [admission.admit(0), admission.admit(0)];
    one.grow(50);
    other.grow(50);
    expect(admission.isFull).toBe(true);
    expect(() => other.grow(1)).toThrow(UnavailableError);
    expect(() => admission.admit(0)).toThrow(UnavailableError);
  });

  it('admits a large request if it is the only one', () => {
    const admission = new Admission(100, gauge);
    const alone = admission.admit(0);
    alone.grow(90);
    expect(() => alone.grow(500)).not.toThrow();
    expect(() => admission.admit(0)).toThrow(UnavailableError);
    alone.release();
    expect(admission.isFull).toBe(false);
  });

  it('counts what a body becomes, if that is more', () => {
    const admission = new Admission(100, gauge);
    const [one, other] = [admission.admit(30), admission.admit(30)];
    one.growTo(20);
    other.growTo(60);
    expect(() => one.growTo(50)).toThrow(UnavailableError);
    one.growTo(40);
    expect(admission.isFull).toBe(true);
    one.release();
    other.release();
    expect(() => admission.admit(100)).not.toThrow();
  });

  it('releases bytes once, however often it is called', () => {
    const admission = new Admission(100, gauge);
    const [one, other] = [admission.admit(40), admission.admit(40)];
    one.release();
    one.release();
    expect(() => admission.admit(60)).not.toThrow();
    expect(() => admission.admit(10)).toThrow(UnavailableError);
    other.release();
  });
});
