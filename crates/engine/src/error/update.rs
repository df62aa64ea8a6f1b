//! Errors of CreateTable and UpdateTable about settings: changes that must be separate requests, encryption, table class.

use std::fmt;

use crate::error::phrases::INVALID;

/// What is wrong with a change of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateError {
    EncryptionNotAlone,
    ClassNotAlone,
    ProtectionNotAlone,
    WarmThroughputNotAlone,
    /// The request changes on-demand throughput together with a stream or warm throughput.
    OnDemandThroughputNotAlone,
    IndexWhileWarming,
    StreamWithCapacity,
    IndexWithCapacity,
    IndexWithStream,
    TypeWithoutEncryption,
    KeyWithoutEncryption,
    KeyWithoutType,
    TypeNotSupported,
    EncryptedByDefault,
    EncryptedWithKey,
    UnknownClass,
}

impl fmt::Display for UpdateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use UpdateError::*;
        let sentence = match self {
            EncryptionNotAlone => {
                "Server-Side Encryption modification must be the only operation in the request"
            }
            ClassNotAlone => "TableClass modification must be the only operation in the request",
            ProtectionNotAlone => "DeletionProtection modification must be the only operation in the request",
            WarmThroughputNotAlone => "WarmThroughput must be the only operation in the request",
            OnDemandThroughputNotAlone => {
                "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request"
            }
            IndexWhileWarming => {
                "Create global secondary index cannot be specified when updating WarmThroughput"
            }
            StreamWithCapacity => "You cannot modify stream status while updating table IOPS",
            IndexWithCapacity => "You cannot create or delete index while updating table IOPS",
            IndexWithStream => "You cannot create or delete index while changing stream status",
            TypeWithoutEncryption => "SSEType can not be specified if Enabled is false",
            KeyWithoutEncryption => "KMSMasterKeyId can not be specified if Enabled is false",
            KeyWithoutType => "SSEType KMS is required if KMSMasterKeyId is specified",
            TypeNotSupported => "SSEType AES256 is not supported",
            EncryptedByDefault => "Table is already encrypted by default",
            EncryptedWithKey => {
                "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if you want to \
                 change Master Key"
            }
            UnknownClass => {
                return f.write_str(
                    "Invalid table-class parameter provided. Please try again with a valid table-class value: \
                     [STANDARD, STANDARD_INFREQUENT_ACCESS].",
                );
            }
        };
        write!(f, "{INVALID}{sentence}")
    }
}
