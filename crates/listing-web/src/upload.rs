//! Forms with photos.

use std::sync::Arc;

use actix_web::HttpMessage as _;
use actix_web::web::Payload;
use listing_domain::photo::{PhotoUpload, UploadBytes};
use listing_domain::request::PhotoUploads;
use listing_http::{Admitted, ApiError, body};

use crate::control_characters::refuse_control;
use crate::form::Fields;
use crate::multipart::{Malformed, Parts};
use crate::page::Page;

/// The maximum size of a field other than a photo, in bytes.
const MAX_TEXT: usize = 4 * 1024;
/// The maximum number of fields in a form, including photos and empty file fields.
const MAX_FIELDS: usize = 200;
/// The name of the field with the photos.
const PHOTOS: &str = "photos";

pub(crate) struct Upload {
    pub(crate) fields: Fields,
    pub(crate) photos: Vec<PhotoUpload>,
}

impl Upload {
    /// Reads a form with photos into memory reserved for the account. Photos refer to the form's bytes
    /// instead of copying them, and keep them and the reservation alive. Afterwards it looks up the session
    /// again.
    ///
    /// # Errors
    /// As for [`Fields::read`], and the errors of reading a request body.
    pub(crate) async fn read(
        page: &mut Page,
        payload: Payload,
        admitted: &Admitted,
    ) -> Result<Self, ApiError> {
        body::check_announced(&page.request, &page.edge.limits)?;
        let kind = page.request.mime_type().ok().flatten().ok_or_else(unreadable)?;
        let is_form = kind.essence_str() == "multipart/form-data";
        let boundary = kind.get_param("boundary").filter(|_| is_form).ok_or_else(unreadable)?;
        let (bytes, memory) = admitted.read(&page.request, payload).await?;
        let Self { fields, photos } =
            Self::parse(&Arc::new(UploadBytes::with_keep_alive(bytes, memory)), boundary.as_str())?;
        Ok(Self { fields: fields.checked(page).await?, photos })
    }

    fn parse(bytes: &Arc<UploadBytes>, boundary: &str) -> Result<Self, ApiError> {
        let mut parts = Parts::new(bytes, boundary)?;
        let (mut fields, mut photos, mut count) = (Vec::new(), Vec::new(), 0);
        while let Some(part) = parts.next()? {
            count += 1;
            if count > MAX_FIELDS {
                return Err(ApiError::invalid(format!("A form has at most {MAX_FIELDS} fields")));
            }
            if part.name == PHOTOS {
                // Browsers send an empty file when the user chose none.
                if !part.content.is_empty() && photos.len() <= PhotoUploads::MAX {
                    photos.extend(PhotoUpload::file_in(bytes, part.content));
                }
            } else if part.content.len() > MAX_TEXT {
                return Err(ApiError::invalid("A field of the form is too long"));
            } else {
                let text = bytes.get(part.content).unwrap_or_default().to_vec();
                fields.push((part.name, String::from_utf8(text).map_err(|_| unreadable())?));
            }
        }
        refuse_control(&fields)?;
        Ok(Self { fields: Fields::new(fields), photos })
    }
}

impl From<Malformed> for ApiError {
    fn from(_: Malformed) -> Self {
        unreadable()
    }
}

fn unreadable() -> ApiError {
    ApiError::invalid("The form could not be read: it is not encoded as multipart/form-data")
}
