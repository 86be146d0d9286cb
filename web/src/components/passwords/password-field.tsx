import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { ArrowBigUpDash, Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import classes from './password-field.module.css';

interface PasswordFieldProps extends Omit<PasswordInputProps, 'onChange' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  /** Tells password managers which kind of password this is. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password field that can show the password and warns about Caps Lock. */
export function PasswordField({ value, onChange, ...rest }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  const [isCapsLock, setIsCapsLock] = useState(false);
  const checkCapsLock = (event: KeyboardEvent) => setIsCapsLock(event.getModifierState('CapsLock'));
  return (
    <div className={classes.field}>
      <PasswordInput
        withAsterisk={false}
        spellCheck={false}
        autoCapitalize="none"
        visible={isVisible}
        onVisibilityChange={setIsVisible}
        visibilityToggleIcon={Toggle}
        visibilityToggleButtonProps={{
          'aria-label': isVisible ? 'Hide password' : 'Show password',
          'aria-hidden': false,
          tabIndex: 0,
        }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={checkCapsLock}
        onKeyUp={checkCapsLock}
        onBlur={() => setIsCapsLock(false)}
        {...rest}
      />
      <span role="status" className={classes.capsLock}>
        {isCapsLock ? (
          <>
            <ArrowBigUpDash size={14} aria-hidden />
            Caps Lock is on
          </>
        ) : null}
      </span>
    </div>
  );
}

function Toggle({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? EyeOff : Eye;
  return <Icon size={15} aria-hidden />;
}
