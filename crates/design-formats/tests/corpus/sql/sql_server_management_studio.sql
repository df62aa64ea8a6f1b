USE [Clinic]
GO
/****** Object:  Schema [care]    Script Date: 3/1/2026 9:00:00 AM ******/
CREATE SCHEMA [care]
GO
SET ANSI_NULLS ON
GO
SET QUOTED_IDENTIFIER ON
GO
CREATE TABLE [care].[Patients](
	[PatientID] [int] IDENTITY(1,1) NOT NULL,
	[FullName] [nvarchar](120) NOT NULL,
	[Email] [varchar](200) NULL,
	[Born] [date] NULL,
	[Balance] [decimal](10, 2) NOT NULL,
	[IsActive] [bit] NOT NULL,
	[RowID] [uniqueidentifier] ROWGUIDCOL  NOT NULL,
	[Photo] [varbinary](max) NULL,
	[Label]  AS (concat([FullName],N' (',[PatientID],N')')) PERSISTED,
	[Seen] [datetime2](7) NULL,
 CONSTRAINT [PK_Patients] PRIMARY KEY CLUSTERED 
(
	[PatientID] ASC
)WITH (PAD_INDEX = OFF, STATISTICS_NORECOMPUTE = OFF, IGNORE_DUP_KEY = OFF, ALLOW_ROW_LOCKS = ON) ON [PRIMARY],
 CONSTRAINT [UQ_Patients_Email] UNIQUE NONCLUSTERED 
(
	[Email] ASC
)WITH (PAD_INDEX = OFF) ON [PRIMARY]
) ON [PRIMARY] TEXTIMAGE_ON [PRIMARY]
GO
CREATE TABLE [care].[Visits](
	[PatientID] [int] NOT NULL,
	[StartsAt] [datetime] NOT NULL,
	[Room Number] [smallint] NULL,
 CONSTRAINT [PK_Visits] PRIMARY KEY CLUSTERED ([PatientID] ASC, [StartsAt] DESC) ON [PRIMARY]
) ON [PRIMARY]
GO
SET IDENTITY_INSERT [care].[Patients] ON 
INSERT [care].[Patients] ([PatientID], [FullName]) VALUES (1, N'O''Hara; Ann')
GO
CREATE NONCLUSTERED INDEX [IX_Visits_Room] ON [care].[Visits]
(
	[Room Number] ASC
)
INCLUDE([PatientID]) WITH (PAD_INDEX = OFF, DROP_EXISTING = OFF) ON [PRIMARY]
GO
ALTER TABLE [care].[Patients] ADD  CONSTRAINT [DF_Active]  DEFAULT ((1)) FOR [IsActive]
GO
ALTER TABLE [care].[Visits]  WITH CHECK ADD  CONSTRAINT [FK_Visits_Patients] FOREIGN KEY([PatientID])
REFERENCES [care].[Patients] ([PatientID])
ON DELETE CASCADE
GO
ALTER TABLE [care].[Visits] CHECK CONSTRAINT [FK_Visits_Patients]
GO
CREATE PROCEDURE [care].[Tidy] @days int AS
BEGIN
  SET NOCOUNT ON;
  DELETE FROM [care].[Visits] WHERE [StartsAt] < DATEADD(day, -@days, GETDATE());
  CREATE TABLE #old (id int);
END
GO
EXEC sys.sp_addextendedproperty @name=N'MS_Description', @value=N'People; who come' , @level0type=N'SCHEMA'
GO
